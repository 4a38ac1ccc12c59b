#| title: a thread spins until another one, which waits for 50 ms as if for a device, has set a flag, again and again
#| truth: the program's own clock around the loops
#| needs: gcc
#| words: spin | busy wait | busy-waiting
#| names: looker
#| number: spun within 5 %
#| never: herd | I/O | lock holder | polling
. "${0%/*}/common"
case $1 in
prepare) gcc -O2 -pthread -o flags "$here/spinning.c" ;;
run) exec ./flags truth.txt ;;
truth) cat truth.txt ;;
finish) ;;
esac
