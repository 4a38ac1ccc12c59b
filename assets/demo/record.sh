#!/bin/bash
# Records the demo trace and the program's own account of it:
#   sudo ./record.sh [OUTDIR]     writes OUTDIR/demo.perf.data and OUTDIR/truth.txt (default: here)
# Needs a C compiler and perf. Do it on a machine that has nothing else to do, with two processors or more.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-$here}" && pwd)
work=${TMPDIR:-/tmp}/threadlens-demo
mkdir -p "$work"
cd "$work"
"${CC:-cc}" -O2 -g -fno-omit-frame-pointer -pthread -Wall -Wextra -o contention "$here/contention.c"

# On some virtual machines the idle task of processor 1 emits no events, so that every switch out of idle is
# missing there. A spinner at idle priority takes the idle task's place, and next to no time from anything else.
./contention --soak 1 &
soak=$!
trap 'kill $soak; rm -rf "$work"' EXIT
sleep 0.3

events=(
	sched:sched_switch/call-graph=fp/ sched:sched_waking/call-graph=fp/
	sched:sched_wakeup_new sched:sched_migrate_task sched:sched_stat_runtime
	sched:sched_process_fork sched:sched_process_exec sched:sched_process_exit
	irq:softirq_entry irq:softirq_exit irq:irq_handler_entry irq:irq_handler_exit
	timer:hrtimer_expire_entry timer:hrtimer_expire_exit
	block:block_rq_insert block:block_rq_issue block:block_rq_complete
	syscalls:sys_{enter,exit}_{futex,clock_nanosleep,pwrite64,fdatasync}
)
# -m: buffers so large that perf sleeps until the end. --synth=no: leaves out whatever else exists on this machine.
perf record -q -a -z -N -m 16M -k CLOCK_MONOTONIC --synth=no "${events[@]/#/--event=}" \
	-o demo.perf.data -- ./contention >truth.txt
mv demo.perf.data truth.txt "$out/"
chmod 644 "$out/demo.perf.data"
cat "$out/truth.txt"
