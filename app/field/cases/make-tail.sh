#| title: make -j 2 compiles seven small files and one that takes most of the time, begun last
#| truth: make's own log of when each compilation began and ended
#| needs: make gcc
#| idle: 50 %
#| words: only | alone | single-threaded
#| words: slow.c | slow
#| names: cc1
#| number: alone within 5 %
#| never: I/O | herd | Unresolved | had no CPU
. "${0%/*}/common"
case $1 in
prepare)
	for i in 1 2 3 4 5 6 7; do echo "int f$i(int x) { return x * $i; }" >f$i.c; done
	{
		echo '#include <stdlib.h>'
		for k in {1..700}; do echo "int s$k(int *p, int n) { int r = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) r ^= p[i] * p[j] + $k + r % (j + $k); return r; }"; done
	} >slow.c
	printf '%s\n' 'all: f1.o f2.o f3.o f4.o f5.o f6.o f7.o slow.o' '%.o: %.c' \
		$'\t''@a=$$(date +%s.%N); gcc -O2 -c -o $@ $<; echo "$< $$a $$(date +%s.%N)" >>times' >Makefile
	;;
run) exec make -j 2 ;;
truth)
	awk '$1 == "slow.c" { from = $2; to = $3 } $1 != "slow.c" && $3 > last { last = $3 }
		END { alone = to - (last > from ? last : from); printf "alone %.3f s\nslow %.3f s\n", alone, to - from }' times
	;;
finish) ;;
esac
