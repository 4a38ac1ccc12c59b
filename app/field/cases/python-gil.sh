#| title: four threads of Python compute, with one lock of the interpreter between them
#| truth: time.thread_time of each thread against its time by the clock
#| needs: python3
#| words: take turns | one at a time | one lock
#| words: lock | each other
#| names: python3
#| number: waited within 5 % | cpus within 5 %
#| never: other than each other | polling | give timers | oversubscription | had no CPU | herd | clump
. "${0%/*}/common"
case $1 in
run) exec python3 "$here/gil.py" truth.txt ;;
truth) cat truth.txt ;;
esac
