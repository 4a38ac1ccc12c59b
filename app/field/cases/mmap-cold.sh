#| title: a program reads a mapped file at random that is not in memory
#| truth: getrusage: major faults; the program's own clock
#| needs: python3
#| words: page fault | page-fault | faults
#| names: python3
#| number: waited within 5 % | faults within 5 %
#| never: herd | polling | lock
. "${0%/*}/common"
case $1 in
prepare)
	head -c 600000000 /dev/urandom >file
	sync file
	;;
run) exec python3 "$here/mapped.py" file truth.txt ;;
truth)
	cat truth.txt
	planted "$(awk '$1 == "faults" { print $2 }' truth.txt) > 1000"
	;;
finish) ;;
esac
