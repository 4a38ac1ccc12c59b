#| title: a server of Node answers a client that asks it 20 times a second
#| truth: performance.eventLoopUtilization of the server
#| needs: node=nodejs curl
#| record: --pid PID --for 2s
#| healthy: its event loop idles nearly always
. "${0%/*}/common"
case $1 in
prepare)
	node "$here/idle.js" 18189 &
	echo $! >pid
	until_ok curl -sf http://127.0.0.1:18189/
	curl -s --rate 20/s 'http://127.0.0.1:18189/?[1-1000]' >/dev/null 2>&1 &
	sleep 0.7
	;;
truth)
	kill -TERM "$(cat pid)"
	until_ok test -s truth.txt
	cat truth.txt
	;;
finish) ;;
esac
