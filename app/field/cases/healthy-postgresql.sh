#| title: PostgreSQL answers two clients that ask it 100 times a second together
#| truth: pgbench's latency
#| needs: /usr/lib/postgresql/*/bin/pgbench=postgresql
#| record: --pid PID --for 2s
#| healthy: it answers within a millisecond, and has nothing to do else
. "${0%/*}/common"
. "$here/postgresql"
case $1 in
prepare)
	serve
	"$bin/pgbench" -h "$PWD" -U postgres -q -i -s 1 postgres >init.log 2>&1
	"$bin/pgbench" -h "$PWD" -U postgres -n -S -c 2 -R 100 -T 5 postgres >pgbench.log 2>&1 &
	sleep 0.7
	;;
truth)
	until_ok grep -q '^latency average' pgbench.log
	sed -n 's/^latency average = \([0-9.]*\) ms.*/latency \1 ms/p' pgbench.log
	;;
finish) stop_server ;;
esac
