#| title: eight workers of stress-ng compute on all CPUs
#| truth: schedstat of the workers: how long they waited for a CPU
#| needs: stress-ng
#| record: --pid PID --for 2s
#| words: oversubscription | runnable
#| names: stress-ng
#| number: delay within 5 % | runnable within 5 %
#| never: lock | herd | quota | polling
. "${0%/*}/common"
delays() {
	local sum=0 pid
	for pid in $(pgrep -P "$(cat pid)"); do sum=$((sum + $(delay_of "$pid"))); done
	echo "$sum $(now)"
}
case $1 in
prepare)
	stress-ng --cpu 8 --cpu-method int64 --timeout 30 >/dev/null 2>&1 &
	echo $! >pid
	sleep 0.5
	delays >before
	;;
truth)
	delays >after
	paste -d ' ' before after | awk '{ part = ($3 - $1) / 1e9 / ($4 - $2); printf "delay %.3f s\nrunnable 8\n", 2 * part }'
	;;
finish) ;;
esac
