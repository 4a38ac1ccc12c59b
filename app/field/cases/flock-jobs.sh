#| title: four jobs want one lock of a file; each has it for half a second
#| truth: the jobs' own clocks around flock
#| needs: flock=util-linux
#| words: file lock | flock | lock of
#| names: flock
#| number: waited within 5 %
#| never: polling | herd | stop-the-world
. "${0%/*}/common"
case $1 in
run)
	for i in 1 2 3 4; do
		begin=$EPOCHREALTIME flock lock bash -c 'echo "$begin $EPOCHREALTIME"; for ((s = ${EPOCHREALTIME/./} + 500000; ${EPOCHREALTIME/./} < s;)); do :; done' >got$i &
	done
	wait
	;;
truth) cat got? | awk '{ sum += $2 - $1 } END { printf "waited %.3f s\n", sum }' ;;
finish) ;;
esac
