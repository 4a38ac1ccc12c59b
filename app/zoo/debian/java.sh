. "$(dirname "$0")/common"
# A pool of threads, queues, monitors, sockets and a child of Java.
case $1 in
prepare) javac -d . "$here/Program.java" ;;
run) java -Xmx128m -cp . Program ;;
esac
