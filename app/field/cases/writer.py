"""Writes to a database, and notes how long it waited for the file's lock."""

import sqlite3
import sys
import time

db = sqlite3.connect("db", timeout=10, isolation_level=None)
db.execute("PRAGMA synchronous = OFF")
waited, end = 0.0, time.monotonic() + 2
while time.monotonic() < end:
    begin = time.monotonic()
    db.execute("BEGIN IMMEDIATE")
    got = time.monotonic()
    waited += got - begin
    while time.monotonic() < got + 0.02:
        db.execute("INSERT INTO t VALUES (1)")
    db.execute("COMMIT")
with open(sys.argv[1], "w") as f:
    print(waited, file=f)
