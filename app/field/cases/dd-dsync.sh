#| title: dd writes 4 kB at a time, each synchronously to the disk
#| truth: its time by the clock without its CPU time
#| needs: dd=coreutils
#| words: flush | sync | write | transfer
#| names: dd
#| names: vda | sda | nvme | vdb | disk
#| number: waited within 5 % | share within 5 points
#| never: herd | polling | lock holder
. "${0%/*}/common"
case $1 in
prepare) head -c 20000000 /dev/zero >file && sync file ;;
run) TIMEFORMAT='%R %U %S' && { time timeout -s INT 2 dd if=/dev/zero of=file bs=4k conv=notrunc oflag=dsync 2>dd.log || true; } 2>time.txt ;;
truth) awk 'NF == 3 { w = $1 - $2 - $3; printf "waited %.3f s\nshare %.1f %%\n", w, 100 * w / $1 }' time.txt ;;
finish) ;;
esac
