#| title: pigz in a control group that may use 30 ms of CPU in every 100 ms
#| truth: cpu.stat of the group
#| needs: pigz
#| words: quota
#| names: pigz
#| number: quota within 1 % | ms within 1 %
#| number: throttled within 5 %
#| disturbed: 100 %
#| never: oversubscription | lock-holder | holder preemption | scheduler's doing | affinity | Idle CPUs while
. "${0%/*}/common"
stat() { awk '$1 == "nr_periods" || $1 == "nr_throttled" { printf "%s ", $2 } END { print "" }' "$(cat groups)/cpu.stat"; }
case $1 in
prepare)
	head -c 30000000 /dev/urandom | od -An -x >file
	limit_cpu "$(group cpu)" 30000
	stat >before
	;;
run)
	echo $$ >"$(cat groups)/cgroup.procs"
	timeout 2.5 pigz -p 4 -c file >/dev/null || [[ $? = 124 ]]
	;;
truth)
	stat >after
	paste -d ' ' before after | awk '{ printf "quota 30\nms 30 ms\nperiods %d\nthrottled %d\n", $3 - $1, $4 - $2 }'
	;;
finish) end_groups ;;
esac
