#| title: two processes of perf bench pass one byte to and fro through two pipes
#| truth: what perf bench counts and measures itself
#| needs: perf=linux-perf
#| words: round trip | ping-pong | hand
#| names: sched-pipe | perf
#| number: rounds within 5 %
#| never: had no processor | had no CPU | herd | lock holder | oversubscription
. "${0%/*}/common"
case $1 in
run) exec perf bench -f simple sched pipe -l 100000 >bench.txt ;;
truth) awk 'NR == 1 { printf "rounds 100000\ntook %s s\nround %.3f us\n", $1, $1 * 10 }' bench.txt ;;
esac
