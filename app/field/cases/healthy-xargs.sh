#| title: xargs -P 2 has twelve files hashed, two at a time
#| truth: CPU time of xargs and its children against the time by the clock
#| needs: xargs=findutils sha512sum=coreutils
#| healthy: both CPUs are busy with it
. "${0%/*}/common"
case $1 in
prepare)
	mkdir files
	for i in {1..12}; do head -c 80000000 /dev/zero >files/$i; done
	;;
run) TIMEFORMAT='%R %U %S' && { time xargs -P 2 -n 1 sha512sum >/dev/null < <(echo files/*); } 2>time.txt ;;
truth) planted "$(awk 'END { print ($2 + $3) / $1 }' time.txt) > 1.5" && awk 'END { printf "cpus %.2f\n", ($2 + $3) / $1 }' time.txt ;;
finish) ;;
esac
