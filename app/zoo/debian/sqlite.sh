. "$(dirname "$0")/common"
# Two processes write to a database in a file, and wait for each other's locks.
writes() {
	i=0
	while [ $i -lt 150 ]; do
		i=$((i + 1))
		echo "INSERT INTO t VALUES ($i, hex(randomblob(2000)));"
	done
}
case $1 in
prepare) echo 'CREATE TABLE t (a INTEGER, b TEXT);' | sqlite3 db ;;
run)
	{ echo '.timeout 5000'; writes; } | sqlite3 db &
	{ echo '.timeout 5000'; writes; } | sqlite3 db &
	wait
	echo 'CREATE INDEX i ON t (b); SELECT count(*) FROM t WHERE b > "8"; VACUUM;' | sqlite3 db
	;;
esac
