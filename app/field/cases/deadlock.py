"""Two threads that take two locks in different order."""

import faulthandler
import threading
import time

faulthandler.dump_traceback_later(1)
locks = [threading.Lock(), threading.Lock()]


def cross(first, second):
    with locks[first]:
        time.sleep(0.1)
        with locks[second]:
            pass


threads = [threading.Thread(target=cross, args=pair) for pair in ((0, 1), (1, 0))]
for t in threads:
    t.start()
for t in threads:
    t.join()
