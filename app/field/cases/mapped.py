"""Reads a mapped file at random. What of the time is not CPU time waited for pages."""

import mmap
import os
import random
import resource
import sys
import time

f = os.open(sys.argv[1], os.O_RDONLY)
os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)
m = mmap.mmap(f, 0, prot=mmap.PROT_READ)
m.madvise(mmap.MADV_RANDOM)
pages = len(m) // 4096
random.seed(1)
before, begin, ran = resource.getrusage(resource.RUSAGE_SELF), time.monotonic(), time.thread_time()
total = 0
while time.monotonic() < begin + 2:
    total += m[random.randrange(pages) * 4096]
waited = time.monotonic() - begin - (time.thread_time() - ran)
after = resource.getrusage(resource.RUSAGE_SELF)
with open(sys.argv[2], "w") as out:
    print("faults %d\nwaited %.3f s\nshare %.1f %%" % (after.ru_majflt - before.ru_majflt, waited, 50 * waited), file=out)
