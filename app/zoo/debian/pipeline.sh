. "$(dirname "$0")/common"
# A pipeline of a shell.
case $1 in
prepare)
	mkdir files
	for i in 1 2 3 4 5 6 7 8; do
		head -c 1000000 /dev/urandom >files/random$i
		seq 150000 >files/text$i
	done
	;;
run)
	tar -c files | gzip -1 | tee all.tar.gz | sha256sum
	find files -name 'text*' | xargs -n 1 -P 2 cat | sort -n | uniq -c | tail -1
	for i in 1 2 3 4 5; do
		echo "$i" | sed 's/./x&/' | cat
		sleep 0.02
	done
	;;
esac
