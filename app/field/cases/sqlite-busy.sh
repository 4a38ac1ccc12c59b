#| title: two programs write to one file of SQLite; each transaction has it for 20 ms, the other sleeps and tries again
#| truth: the programs' own clocks around BEGIN IMMEDIATE
#| needs: python3
#| words: again | polls | polling | retries
#| names: python3
#| number: waited within 5 %
#| never: give timers | at different times | herd | had no CPU
. "${0%/*}/common"
case $1 in
prepare) python3 -c 'import sqlite3; sqlite3.connect("db").execute("CREATE TABLE t (n INTEGER)")' ;;
run)
	python3 "$here/writer.py" one &
	python3 "$here/writer.py" two
	wait
	;;
truth) awk '{ sum += $1 } END { printf "waited %.3f s\n", sum }' one two ;;
finish) ;;
esac
