#| title: six clients of MariaDB update one row, and sleep for 2 ms before they commit
#| truth: innodb_row_lock_time
#| needs: mariadbd=mariadb-server mariadb=mariadb-client
#| record: --pid PID --for 3s
#| words: take turns | one at a time | one after the other | one after another | wait
#| words: lock | each other | turns
#| names: mariadbd | connection
#| number: waiting within 5 %
#| never: I/O | stop-the-world | herd | holder preemption | had no CPU | polling
. "${0%/*}/common"
sql() { mariadb --no-defaults -S "$PWD/db.sock" -u root -N "$@"; }
waits() { sql -e "SHOW GLOBAL STATUS LIKE 'innodb_row_lock_time'" | awk '{ printf "%s ", $2 }' && now; }
case $1 in
prepare)
	chmod 777 .
	mariadb-install-db --no-defaults --user=mysql --auth-root-authentication-method=normal --datadir="$PWD/db" --skip-test-db >install.log 2>&1
	mariadbd --no-defaults --user=mysql --datadir="$PWD/db" --socket="$PWD/db.sock" --pid-file="$PWD/pid" --skip-networking --innodb-flush-log-at-trx-commit=0 >db.log 2>&1 &
	until_ok sql -e 'SELECT 1'
	sql -e 'CREATE DATABASE d; CREATE TABLE d.t (id INT PRIMARY KEY, n INT) ENGINE=InnoDB; INSERT INTO d.t VALUES (1, 0)'
	for i in {1..50000}; do echo 'BEGIN; UPDATE t SET n = n + 1 WHERE id = 1; DO SLEEP(0.002); COMMIT;'; done >row.sql
	for i in 1 2 3 4 5 6; do sql d <row.sql >/dev/null 2>&1 & done
	sleep 0.7
	waits >before
	;;
truth)
	waits >after
	paste -d ' ' before after | awk '{ printf "waiting %.3f s\nshare %.1f %%\n", ($3 - $1) / 1000 * 3 / ($4 - $2), ($3 - $1) / 60 / ($4 - $2) }'
	;;
finish) ;;
esac
