"""Looks a name up at a server that hears, and does not answer."""

import socket
import time

silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
silent.bind(("127.0.0.1", 53))
begin = time.monotonic()
try:
    socket.getaddrinfo("host.example", 80, socket.AF_INET)
except socket.gaierror:
    pass
with open("truth.txt", "w") as f:
    print("waited %.3f s" % (time.monotonic() - begin), file=f)
