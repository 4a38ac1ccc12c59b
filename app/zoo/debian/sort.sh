. "$(dirname "$0")/common"
# Threads sort more than fits into the memory that they may use.
case $1 in
prepare) seq 600000 | awk '{ print ($1 * 7919) % 1000003, $1 }' >file ;;
run)
	sort --parallel=4 -S 2M -T . -o sorted file
	sync sorted
	sort --parallel=4 -c -n file 2>/dev/null || true
	sort -n sorted | md5sum
	;;
esac
