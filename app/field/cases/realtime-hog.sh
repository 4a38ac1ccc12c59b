#| title: sha256sum shares a CPU with a real-time program that computes for 15 of every 20 ms
#| truth: schedstat of sha256sum: how long it waited for a CPU
#| needs: chrt=util-linux python3
#| record: --pid PID --for 2s
#| disturbed: 100 %
#| words: real-time
#| names: sha256sum
#| names: python3
#| number: delay within 5 %
#| never: lock | herd | quota | scheduler's doing
. "${0%/*}/common"
case $1 in
prepare)
	taskset -c 1 sha256sum /dev/zero &
	echo $! >pid
	chrt -f 50 taskset -c 1 python3 -c '
import time
while True:
    at = time.monotonic()
    while time.monotonic() < at + 0.015: pass
    time.sleep(0.005)' &
	sleep 0.3
	echo "$(delay_of "$(cat pid)") $(now)" >before
	;;
truth)
	echo "$(delay_of "$(cat pid)") $(now)" >after
	paste -d ' ' before after | awk '{ part = ($3 - $1) / 1e9 / ($4 - $2); printf "delay %.3f s\nshare %.1f %%\n", 2 * part, 100 * part }' >all
	planted "$(awk '$1 == "share" { print $2 }' all) > 30"
	cat all
	;;
finish) ;;
esac
