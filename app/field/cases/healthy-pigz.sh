#| title: pigz compresses with two threads on two CPUs
#| truth: CPU time of the process against its time by the clock
#| needs: pigz
#| healthy: both CPUs are busy with it
. "${0%/*}/common"
case $1 in
prepare) head -c 20000000 /dev/urandom | od -An -x >file ;;
run) TIMEFORMAT='%R %U %S' && { time taskset -c 0,1 pigz -p 2 -c file >/dev/null; } 2>time.txt ;;
truth) planted "$(awk '{ print ($2 + $3) / $1 }' time.txt) > 1.6" && awk '{ printf "cpus %.2f\n", ($2 + $3) / $1 }' time.txt ;;
esac
