. "$(dirname "$0")/common"
# A cache with threads, and clients with threads.
case $1 in
run)
	memcached -u root -s "$PWD/cache.sock" -t 4 -m 64 &
	server=$!
	until_ok test -S cache.sock
	memcaslap -s "$PWD/cache.sock" -T 2 -c 8 -t 1s 2>/dev/null || memcslap --servers="$PWD/cache.sock" --concurrency=8 --execute-number=2000 --test=set
	sleep 0.2
	kill $server
	wait
	;;
esac
