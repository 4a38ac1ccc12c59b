. "$(dirname "$0")/common"
# A relational database and its benchmark.
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
pg() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
serve() {
	pg "$bin/postgres" -D "$PWD/db" -k "$PWD" -c listen_addresses= -c shared_buffers=32MB >>server.log 2>&1 &
	until_ok "$bin/pg_isready" -h "$PWD"
}
finish() {
	kill -INT "$(head -1 db/postmaster.pid)"
	wait
}
case $1 in
prepare)
	mkdir db
	chown postgres db .
	pg "$bin/initdb" -D db -A trust >/dev/null
	serve
	"$bin/pgbench" -h "$PWD" -U postgres -i -s 2 postgres
	finish
	;;
run)
	serve
	"$bin/pgbench" -h "$PWD" -U postgres -c 4 -j 2 -T 2 postgres
	finish
	;;
esac
