#| title: a program in Java with a heap that is hardly larger than what it keeps
#| truth: the log of the garbage collector: its pauses
#| needs: javac=default-jdk-headless
#| words: garbage | GC | stop-the-world | pauses
#| names: VM Thread | GC Thread | G1
#| number: share within 5 points | paused within 5 %
#| never: lock-holder | holder preemption | had no CPU | herd | VM Periodic | migration
. "${0%/*}/common"
case $1 in
prepare) javac -d . "$here/Heap.java" ;;
run) exec java -Xmx24m -XX:+UseG1GC -Xlog:safepoint:file=gc.log -cp . Heap 2500 ;;
truth)
	# Reached by uptime: the first safepoint is early in the life of the machine, the last near its end.
	sed -n 's/^\[\([0-9.]*\)s\].* Total: *\([0-9]*\) ns.*/\1 \2/p' gc.log |
		awk '{ paused += $2; last = $1 } END { printf "pauses %d\npaused %.1f ms\nshare %.2f %%\n", NR, paused / 1e6, paused / 1e7 / last }'
	;;
finish) ;;
esac
