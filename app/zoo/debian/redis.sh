. "$(dirname "$0")/common"
# A database in memory that appends to a file, and its benchmark.
case $1 in
run)
	redis-server --port 0 --unixsocket "$PWD/redis.sock" --dir "$PWD" --appendonly yes --appendfsync everysec --save '' >redis.log &
	until_ok redis-cli -s redis.sock ping
	redis-benchmark -s redis.sock -q -n 10000 -c 10 -t set,get,lpush
	redis-cli -s redis.sock bgrewriteaof
	redis-cli -s redis.sock blpop nothing 0.2
	redis-cli -s redis.sock shutdown
	wait
	;;
esac
