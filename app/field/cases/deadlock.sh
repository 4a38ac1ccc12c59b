#| title: two threads of Python wait for each other's locks until a supervisor kills the program
#| truth: faulthandler: both threads are in acquire after a second
#| needs: python3
#| words: deadlock | for each other | to the end | until the end | never ended
#| names: python3
#| never: polling | herd | I/O
. "${0%/*}/common"
case $1 in
run) timeout 2 python3 "$here/deadlock.py" 2>stacks.txt || [[ $? = 124 ]] ;;
truth)
	planted "$(grep -c 'deadlock.py.* in cross' stacks.txt) == 2"
	echo 'blocked 2'
	;;
finish) ;;
esac
