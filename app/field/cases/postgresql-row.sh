#| title: eight clients of PostgreSQL update one row, and sleep for 2 ms before they commit
#| truth: pg_stat_activity, looked at every 20 ms
#| needs: /usr/lib/postgresql/*/bin/pgbench=postgresql
#| record: --pid PID --for 3s
#| words: take turns | one at a time | one after the other | one after another
#| words: sleep
#| names: postgres
#| number: waiting within 5 % | share within 5 points
#| never: I/O | stop-the-world | garbage | herd | holder preemption | had no CPU
. "${0%/*}/common"
. "$here/postgresql"
case $1 in
prepare)
	serve -c fsync=off
	sql -c 'CREATE TABLE t (id int PRIMARY KEY, n int) WITH (fillfactor = 10)' -c 'INSERT INTO t VALUES (1, 0)'
	printf 'BEGIN;\nUPDATE t SET n = n + 1 WHERE id = 1;\nSELECT pg_sleep(0.002);\nEND;\n' >row.sql
	"$bin/pgbench" -h "$PWD" -U postgres -n -c 8 -j 2 -T 30 -f row.sql postgres >pgbench.log 2>&1 &
	sleep 0.5
	echo "SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'), count(*) FROM pg_stat_activity WHERE application_name = 'pgbench' \\watch 0.02" |
		sql >seen 2>/dev/null &
	sleep 0.3
	;;
truth)
	awk 'NF == 2 && $2 == 8 { lock += $1; all += $2 } END { printf "share %.2f %%\nwaiting %.3f s\n", 100 * lock / all, 8 * 3 * lock / all }' seen
	;;
finish) stop_server ;;
esac
