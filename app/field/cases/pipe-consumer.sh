#| title: a program of Perl writes lines into a pipe; the reader of them in Python computes 1 ms for each, so the writer waits
#| truth: the reader's own clock
#| needs: perl python3
#| idle: 50 %
#| words: wait | single-threaded | one thread
#| names: python3
#| number: computed within 5 % | share within 5 points
#| never: I/O | herd | disk | polling
. "${0%/*}/common"
case $1 in
run) perl -e 'for (1 .. 2000) { print "x" x 1000, "\n" }' | python3 "$here/reader.py" ;;
truth) cat truth.txt ;;
finish) ;;
esac
