#| title: a job sleeps for 50 ms and looks again, until the lock file of another job is gone
#| truth: the job's own clock
#| needs: python3
#| words: again | polls | polling | retries
#| names: waiter
#| names: owner
#| number: waited within 5 %
#| never: give timers | at different times | herd
. "${0%/*}/common"
case $1 in
prepare)
	ln -s "$(readlink -f "$(command -v python3)")" waiter
	ln -s "$(readlink -f "$(command -v python3)")" owner
	;;
run)
	./owner -c 'import os, time
open("job.lock", "x").close()
end = time.monotonic() + 2
while time.monotonic() < end: sum(range(1000))
os.remove("job.lock")' &
	until [[ -e job.lock ]]; do :; done
	./waiter -c 'import time
begin = time.monotonic()
while True:
    try:
        open("job.lock", "x").close()
        break
    except FileExistsError:
        time.sleep(0.05)
print("waited %.3f s" % (time.monotonic() - begin), file=open("truth.txt", "w"))'
	wait
	;;
truth) cat truth.txt ;;
finish) ;;
esac
