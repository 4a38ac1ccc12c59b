#| title: psql asks PostgreSQL for sums that take most of a second each
#| truth: psql's own timing
#| needs: /usr/lib/postgresql/*/bin/psql=postgresql
#| words: wait
#| names: psql
#| names: postgres
#| number: waited within 5 %
#| never: herd | polling | lock
. "${0%/*}/common"
. "$here/postgresql"
case $1 in
prepare)
	serve -c max_parallel_workers_per_gather=0 -c jit=off
	{
		echo '\timing on'
		for i in 1 2 3; do echo 'SELECT sum(sqrt(n)) FROM generate_series(1, 5000000) AS s(n);'; done
	} >slow.sql
	;;
run) exec "$bin/psql" -h "$PWD" -U postgres -f slow.sql postgres >times ;;
truth) awk '$1 == "Time:" { sum += $2 } END { printf "waited %.3f ms\n", sum }' times ;;
finish) stop_server ;;
esac
