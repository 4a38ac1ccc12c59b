#| title: curl connects to a server that accepts nobody, and gives up after a second, twice
#| truth: curl's own times and error code
#| needs: curl python3
#| words: connect
#| words: time | network
#| names: curl
#| number: waited within 5 %
#| never: polling | lock | herd | disk
. "${0%/*}/common"
case $1 in
prepare)
	python3 -c '
import socket, time
s = socket.socket()
s.bind(("127.0.0.1", 18184))
s.listen(0)
full = [socket.socket() for _ in range(4)]
for c in full:
    c.setblocking(False)
    c.connect_ex(s.getsockname())
open("ready", "w").close()
time.sleep(60)' &
	until_ok test -e ready
	;;
run)
	curl -s --connect-timeout 1 -w '%{time_total} %{exitcode}\n' http://127.0.0.1:18184/ >times || true
	curl -s --connect-timeout 1 -w '%{time_total} %{exitcode}\n' http://127.0.0.1:18184/ >>times || true
	;;
truth)
	planted "$(awk '$2 == 28' times | wc -l) == 2"
	awk '{ all += $1 } END { printf "waited %.3f s\n", all }' times
	;;
finish) ;;
esac
