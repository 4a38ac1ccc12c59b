#| title: a shell script calls expr a thousand times, one after another
#| truth: the script's own count
#| needs: dash
#| idle: 50 %
#| words: one after another | one after the other | one at a time | only one
#| words: process
#| names: expr | dash
#| number: count within 5 %
#| never: I/O | herd | lock | disk
. "${0%/*}/common"
case $1 in
run) exec dash -c 'i=0; while [ $i -lt 1000 ]; do i=$(expr $i + 1); done' ;;
truth) echo 'count 1000' ;;
finish) ;;
esac
