#| title: xz compresses with one thread, and the other CPU idles
#| truth: its CPU time against its time by the clock
#| needs: xz=xz-utils
#| idle: 50 %
#| words: single-threaded | one thread | only thread
#| names: xz
#| number: ran within 5 % | share within 5 points
#| never: I/O | herd | lock
. "${0%/*}/common"
case $1 in
prepare) head -c 3000000 /dev/urandom | od -An -x >file ;;
run) TIMEFORMAT='%R %U %S' && { time timeout 2 xz -T1 -9 -c file >/dev/null || true; } 2>time.txt ;;
truth) awk '{ printf "ran %.3f s\nshare %.1f %%\n", $2 + $3, 100 * ($2 + $3) / $1 }' time.txt ;;
finish) ;;
esac
