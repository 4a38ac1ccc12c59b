#| title: stress-ng computes with a worker on each of two CPUs
#| truth: CPU time of its children against the time by the clock
#| needs: stress-ng
#| healthy: both CPUs are busy with it
. "${0%/*}/common"
case $1 in
run) TIMEFORMAT='%R %U %S' && { time taskset -c 0,1 stress-ng --cpu 2 --cpu-method int64 --timeout 2 >/dev/null 2>&1; } 2>time.txt ;;
truth) planted "$(awk 'END { print ($2 + $3) / $1 }' time.txt) > 1.5" && awk 'END { printf "cpus %.2f\n", ($2 + $3) / $1 }' time.txt ;;
*) ;;
esac
