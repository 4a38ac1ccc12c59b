#| title: eight clients of Redis call a script in Lua that computes for 5 ms
#| truth: INFO of the server: CPU time of its main thread, calls of eval
#| needs: redis-server redis-benchmark=redis-tools
#| record: --pid PID --for 2s
#| idle: 50 %
#| words: single-threaded | one thread | only thread
#| names: redis-server
#| number: ran within 5 % | share within 5 points
#| never: polling | herd | I/O
. "${0%/*}/common"
cli() { redis-cli -s redis.sock "$@"; }
cpu() { cli info cpu | tr -d '\r' | awk -F: '/^used_cpu_(user|sys)_main_thread/ { sum += $2 } END { printf "%.3f ", sum }' && now; }
case $1 in
prepare)
	redis-server --port 0 --unixsocket "$PWD/redis.sock" --dir "$PWD" --save '' >redis.log &
	echo $! >pid
	until_ok cli ping
	slow="local n = 0; for i = 1, 300000 do n = n + i % 7 end; return n"
	redis-benchmark -s redis.sock -c 8 -n 1000000 eval "$slow" 0 >benchmark.log 2>&1 &
	sleep 0.5
	cpu >before
	;;
truth)
	cpu >after
	cli info commandstats | tr -d '\r' | sed -n 's/^cmdstat_eval:calls=\([0-9]*\),usec=[0-9]*,usec_per_call=\([0-9.]*\),.*/calls \1\ncall \2 us/p'
	paste -d ' ' before after | awk '{ share = ($3 - $1) / ($4 - $2); printf "share %.1f %%\nran %.3f s\n", 100 * share, 2 * share }'
	;;
finish) ;;
esac
