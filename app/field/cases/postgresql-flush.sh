#| title: a client of PostgreSQL commits one small row at a time, each flushed to the disk
#| truth: pg_stat_wal: the time of wal_sync
#| needs: /usr/lib/postgresql/*/bin/pgbench=postgresql
#| record: --pid PID --for 3s
#| words: flush | fsync | fdatasync | sync
#| names: postgres
#| names: vda | sda | nvme | vdb | disk
#| number: share within 5 points | sync within 5 %
#| never: herd | lock holder | polling
. "${0%/*}/common"
. "$here/postgresql"
case $1 in
prepare)
	serve -c track_wal_io_timing=on
	sql -c 'CREATE TABLE t (n int)'
	echo 'INSERT INTO t VALUES (1);' >insert.sql
	"$bin/pgbench" -h "$PWD" -U postgres -n -c 1 -T 30 -f insert.sql postgres >pgbench.log 2>&1 &
	sleep 0.5
	sql -c 'SELECT wal_sync, wal_sync_time, extract(epoch FROM clock_timestamp()) FROM pg_stat_wal' >before
	;;
truth)
	sql -c 'SELECT wal_sync, wal_sync_time, extract(epoch FROM clock_timestamp()) FROM pg_stat_wal' >after
	paste -d ' ' before after | awk '{ s = $6 - $3; printf "flushes %.0f\nshare %.2f %%\nsync %.1f ms\n", ($4 - $1) * 3 / s, ($5 - $2) / s / 10, ($5 - $2) * 3 / s }'
	;;
finish) stop_server ;;
esac
