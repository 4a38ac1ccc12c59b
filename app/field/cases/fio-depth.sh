#| title: fio reads a file at random, around the page cache, one block at a time
#| truth: fio's latency (clat), and its time by the clock without its CPU time, which clat contains
#| needs: fio jq
#| words: one transfer at a time | one at a time | one request at a time | depth
#| names: fio
#| names: vda | sda | nvme | vdb | disk
#| number: waiting within 5 % | clat within 5 %
#| never: poll | sleep | herd
. "${0%/*}/common"
case $1 in
prepare) fio --name=make --filename=file --size=256M --rw=write --bs=1M --end_fsync=1 >/dev/null ;;
run) exec fio --name=one --filename=file --size=256M --rw=randread --bs=4k --direct=1 --ioengine=psync --thread --runtime=2 --time_based --output-format=json --output=fio.json ;;
truth) jq -r '.jobs[0] | "reads \(.read.total_ios)\nclat \(.read.clat_ns.mean) ns\nwaiting \(.job_runtime * (1 - (.usr_cpu + .sys_cpu) / 100)) ms"' fio.json ;;
esac
