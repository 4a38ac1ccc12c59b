. "$(dirname "$0")/common"
# Threads, queues, locks, children, timers and sockets of Python.
case $1 in
run) /usr/bin/python3 "$here/program.py" ;;
esac
