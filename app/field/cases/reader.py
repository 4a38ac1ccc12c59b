"""Reads lines, and computes for each."""

import sys
import time

begin, spent = time.monotonic(), 0.0
for line in sys.stdin:
    at = time.monotonic()
    while time.monotonic() < at + 0.001:
        sum(range(100))
    spent += time.monotonic() - at
with open("truth.txt", "w") as f:
    print("computed %.3f s\nshare %.1f %%" % (spent, 100 * spent / (time.monotonic() - begin)), file=f)
