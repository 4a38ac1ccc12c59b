#| title: xz with niceness 19 gets little of CPUs on which openssl computes with two processes
#| truth: schedstat of xz: how long it waited for a CPU
#| needs: xz=xz-utils openssl
#| record: --pid PID --for 2s
#| disturbed: 100 %
#| words: nice 19 | niceness 19 | nice +19 | priority
#| names: xz
#| names: openssl
#| number: delay within 5 % | share within 5 points
#| never: lock | herd | quota | scheduler's doing
. "${0%/*}/common"
case $1 in
prepare)
	openssl speed -seconds 30 -multi 2 sha256 >/dev/null 2>&1 &
	nice -n 19 xz -T1 -9 -c /dev/zero >/dev/null &
	echo $! >pid
	sleep 0.3
	echo "$(delay_of "$(cat pid)") $(now)" >before
	;;
truth)
	echo "$(delay_of "$(cat pid)") $(now)" >after
	paste -d ' ' before after | awk '{ part = ($3 - $1) / 1e9 / ($4 - $2); printf "delay %.3f s\nshare %.1f %%\n", 2 * part, 100 * part }'
	;;
finish) ;;
esac
