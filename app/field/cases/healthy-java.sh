#| title: a pool of four threads of Java has 50 small tasks a second
#| truth: the program's own count and clock
#| needs: javac=default-jdk-headless
#| record: --pid PID --for 2s
#| healthy: it keeps up with what it has to do
. "${0%/*}/common"
case $1 in
prepare)
	javac -d . "$here/Pool.java"
	java -XX:+UseSerialGC -cp . Pool truth.txt &
	echo $! >pid
	sleep 1
	;;
truth)
	kill "$(cat pid)"
	until_ok test -s truth.txt
	cat truth.txt
	;;
finish) ;;
esac
