"""Processes that wait for connections to one socket. Each switch that one asked for is the end of a wait."""

import os
import resource
import select
import socket
import sys
import time

server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
server.setblocking(False)


def serve(n):
    got = 0
    while True:
        select.select([server], [], [])
        try:
            client, _ = server.accept()
        except BlockingIOError:
            continue
        if client.recv(10) == b"end":
            break
        got += 1
        client.close()
    with open("count.%d" % n, "w") as f:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw, got, file=f)
    os._exit(0)


def send(word):
    with socket.create_connection(server.getsockname()) as c:
        c.sendall(word)
        c.recv(1)


children = []
for n in range(16):
    pid = os.fork()
    if pid == 0:
        serve(n)
    children.append(pid)
time.sleep(0.2)
for _ in range(300):
    send(b"work")
    time.sleep(0.005)
for _ in children:
    send(b"end")
for pid in children:
    os.waitpid(pid, 0)
