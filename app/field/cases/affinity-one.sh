#| title: pigz with two threads is bound to one CPU, and the other one idles
#| truth: schedstat: how long its threads waited for a CPU
#| needs: pigz taskset=util-linux
#| record: --pid PID --for 2s
#| idle: 50 %
#| words: affinity | bound to | allowed | one CPU
#| names: pigz
#| number: delay within 5 %
#| never: herd | I/O | quota | scheduler's doing
. "${0%/*}/common"
case $1 in
prepare)
	head -c 40000000 /dev/urandom | od -An -x >file
	taskset -c 1 pigz -p 2 -c file file file >/dev/null &
	echo $! >pid
	sleep 0.3
	echo "$(delay_of "$(cat pid)") $(now)" >before
	;;
truth)
	echo "$(delay_of "$(cat pid)") $(now)" >after
	paste -d ' ' before after | awk '{ part = ($3 - $1) / 1e9 / ($4 - $2); printf "delay %.3f s\n", 2 * part }'
	;;
finish) ;;
esac
