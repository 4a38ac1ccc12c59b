"""Waits in the ways that programs in Python usually do."""

import asyncio
import concurrent.futures
import multiprocessing
import queue
import socket
import subprocess
import threading
import time


def pass_on(n=300):
    q = queue.Queue(4)

    def consume():
        while q.get() is not None:
            time.sleep(0.0005)

    t = threading.Thread(target=consume)
    t.start()
    for i in range(n):
        q.put(i)
    q.put(None)
    t.join()
    try:
        q.get(timeout=0.05)
    except queue.Empty:
        pass


def contend(n=200):
    lock = threading.Lock()

    def work():
        for _ in range(n):
            with lock:
                sum(range(2000))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def children():
    for _ in range(5):
        subprocess.run(["sleep", "0.02"], check=True)
        subprocess.run("echo word | sort", shell=True, capture_output=True, check=True)


def echo():
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        c, _ = server.accept()
        while data := c.recv(100):
            time.sleep(0.001)
            c.sendall(data)
        c.close()

    t = threading.Thread(target=serve)
    t.start()
    time.sleep(0.02)
    with socket.create_connection(server.getsockname()) as c:
        c.settimeout(1)
        for _ in range(50):
            c.sendall(b"ping")
            c.recv(100)
    t.join()
    server.close()


async def events():
    q = asyncio.Queue()

    async def produce():
        for i in range(50):
            await asyncio.sleep(0.002)
            await q.put(i)

    task = asyncio.create_task(produce())
    for _ in range(50):
        await q.get()
    await task
    process = await asyncio.create_subprocess_exec("sleep", "0.05")
    await process.wait()


def square(x):
    time.sleep(0.001)
    return x * x


if __name__ == "__main__":
    pass_on()
    contend()
    children()
    echo()
    asyncio.run(events())
    with multiprocessing.Pool(2) as pool:
        pool.map(square, range(50))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(square, range(100)))
