#| title: a server of Node computes 20 ms in the handler of each of eight clients' requests
#| truth: performance.eventLoopUtilization and process.cpuUsage of the server
#| needs: node=nodejs wrk
#| record: --pid PID --for 2s
#| idle: 50 %
#| words: single-threaded | one thread | only thread
#| names: node
#| number: ran within 5 % | share within 5 points
#| never: herd | stop-the-world | had no CPU | migration | GC | fork-join | parallel phases
. "${0%/*}/common"
case $1 in
prepare)
	node "$here/busy.js" 18185 &
	echo $! >pid
	until_ok curl -sf http://127.0.0.1:18185/
	wrk -t 1 -c 8 -d 30s http://127.0.0.1:18185/ >wrk.log &
	sleep 0.7
	;;
truth)
	kill -TERM "$(cat pid)"
	until_ok test -s truth.txt
	cat truth.txt
	;;
finish) ;;
esac
