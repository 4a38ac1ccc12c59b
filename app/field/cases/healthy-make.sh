#| title: make -j 2 compiles sixteen files of one size
#| truth: CPU time of make and its children against the time by the clock
#| needs: make gcc
#| healthy: both CPUs are busy with it
. "${0%/*}/common"
case $1 in
prepare)
	for i in {1..16}; do
		{
			echo '#include <stdio.h>'
			for k in {1..60}; do echo "int f${i}_$k(int x) { for (int i = 0; i < x; i++) x ^= x * $k + i; return x; }"; done
		} >f$i.c
	done
	printf 'all: %s\n%%.o: %%.c\n\tgcc -O2 -pipe -c -o $@ $<\n' "$(echo f{1..16}.o)" >Makefile
	;;
run) TIMEFORMAT='%R %U %S' && { time make -j 2 >make.log; } 2>time.txt ;;
truth) planted "$(awk 'END { print ($2 + $3) / $1 }' time.txt) > 1.5" && awk 'END { printf "cpus %.2f\n", ($2 + $3) / $1 }' time.txt ;;
finish) ;;
esac
