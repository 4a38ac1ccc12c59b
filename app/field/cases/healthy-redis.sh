#| title: Redis answers a client that asks it 200 times a second
#| truth: INFO of the server: its CPU time
#| needs: redis-server redis-cli=redis-tools
#| record: --pid PID --for 2s
#| healthy: it answers within a millisecond, and has nothing to do else
. "${0%/*}/common"
cli() { redis-cli -s redis.sock "$@"; }
case $1 in
prepare)
	redis-server --port 0 --unixsocket "$PWD/redis.sock" --dir "$PWD" --save '' >redis.log &
	echo $! >pid
	until_ok cli ping
	cli -r 100000 -i 0.005 incr n >/dev/null &
	sleep 0.3
	;;
truth) cli info cpu | tr -d '\r' | awk -F: '/^used_cpu_user_main_thread/ { printf "ran %s s\n", $2 }' ;;
finish) ;;
esac
