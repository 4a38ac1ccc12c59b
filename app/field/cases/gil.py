"""Threads that compute."""

import sys
import threading
import time

waited = [0.0] * 4


def work(i):
    begin, ran = time.monotonic(), time.thread_time()
    while time.monotonic() < begin + 2:
        sum(range(200))
    waited[i] = time.monotonic() - begin - (time.thread_time() - ran)


begin, ran = time.monotonic(), time.process_time()
threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
used = (time.process_time() - ran) / (time.monotonic() - begin)
with open(sys.argv[1], "w") as f:
    print("cpus %.3f\nwaited %.3f s" % (used, sum(waited)), file=f)
