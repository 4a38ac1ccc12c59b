. "$(dirname "$0")/common"
# A compiler, started by make twice at a time.
case $1 in
prepare)
	for i in 1 2 3 4 5 6 7 8; do
		{
			echo '#include <stdio.h>'
			echo '#include <stdlib.h>'
			for k in $(seq 60); do echo "int f${i}_$k(int x) { for (int i = 0; i < x; i++) x ^= x * $k + i; return x; }"; done
		} >f$i.c
	done
	echo 'int main(void) { return 0; }' >main.c
	printf 'objects = main.o %s\nprog: $(objects)\n\tgcc -o $@ $^\n%%.o: %%.c\n\tgcc -O2 -pipe -c -o $@ $<\n' "$(echo f1.o f2.o f3.o f4.o f5.o f6.o f7.o f8.o)" >Makefile
	;;
run) make -j 2 ;;
esac
