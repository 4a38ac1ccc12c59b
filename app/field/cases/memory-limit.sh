#| title: a program reads a mapped file again and again in a control group with less memory than the file
#| truth: memory.stat of the group: major faults; the program's own clock
#| needs: python3
#| words: page fault | page-fault | faults | memory limit
#| names: python3
#| number: waited within 5 % | faults within 5 %
#| never: herd | polling | lock holder
. "${0%/*}/common"
case $1 in
prepare)
	head -c 200000000 /dev/urandom >file
	sync file
	limited=$(group memory)
	if [[ -e $limited/memory.max ]]; then echo 60M >"$limited/memory.max"; else echo 60M >"$limited/memory.limit_in_bytes"; fi
	;;
run)
	echo $$ >"$(cat groups)/cgroup.procs"
	exec python3 "$here/mapped.py" file truth.txt
	;;
truth)
	cat truth.txt
	planted "$(awk '$1 == "pgmajfault" { print $2 }' "$(cat groups)/memory.stat") > 1000"
	;;
finish) end_groups ;;
esac
