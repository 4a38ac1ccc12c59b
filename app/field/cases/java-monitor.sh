#| title: six threads of Java want one monitor; whoever has it works for 2 ms
#| truth: ThreadInfo.getBlockedTime of the threads
#| needs: javac=default-jdk-headless
#| words: lock | monitor
#| words: take turns | wait | contention
#| names: hot-0 … hot-5 | hot-0 to hot-5 | hot-0 and
#| number: blocked within 5 %
#| never: parked | VM Periodic | VM Thread | Signal Dispatcher | Service Thread | herd | stop-the-world
. "${0%/*}/common"
case $1 in
prepare) javac -d . "$here/Monitor.java" ;;
run) exec java -XX:+UseSerialGC -cp . Monitor 2000 truth.txt ;;
truth) cat truth.txt ;;
finish) ;;
esac
