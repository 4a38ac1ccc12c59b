. "$(dirname "$0")/common"
# Files are copied between processes, and compared.
case $1 in
prepare)
	mkdir from
	for i in $(seq 100); do head -c 100000 /dev/urandom >from/file$i; done
	head -c 20000000 /dev/urandom >from/large
	;;
run)
	rsync -a --fsync from/ to/
	touch from/file1*
	rsync -a --checksum --bwlimit=20000 from/ to/
	;;
esac
