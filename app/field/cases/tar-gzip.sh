#| title: tar writes into a pipe to gzip, which is slower
#| truth: CPU time of gzip against its time by the clock
#| needs: gzip
#| idle: 50 %
#| words: single-threaded | one thread | only thread | wait
#| names: gzip
#| number: ran within 5 % | share within 5 points
#| never: I/O | herd | lock | disk
. "${0%/*}/common"
case $1 in
prepare)
	mkdir files
	for i in 1 2 3 4; do head -c 4000000 /dev/urandom | od -An -x >files/$i; done
	;;
run)
	TIMEFORMAT='%R %U %S'
	tar -c files | { time gzip -6 >/dev/null; } 2>time.txt
	;;
truth) awk '{ printf "ran %.3f s\nshare %.1f %%\n", $2 + $3, 100 * ($2 + $3) / $1 }' time.txt ;;
finish) ;;
esac
