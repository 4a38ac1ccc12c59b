#| title: haproxy passes one request at a time to a server that computes 20 ms for each; three clients queue
#| truth: haproxy's statistics: the part of the time of requests that is in its queue or at the server
#| needs: haproxy wrk python3 curl
#| record: --pid PID --for 2s
#| words: wait
#| names: haproxy
#| names: python3
#| never: polling | stop-the-world | herd | clump | lock | had no CPU
. "${0%/*}/common"
case $1 in
prepare)
	cat >haproxy.cfg <<-END
		global
			stats socket $PWD/admin.sock
		defaults
			mode http
			timeout connect 5s
			timeout client 5s
			timeout server 5s
		listen one
			bind 127.0.0.1:18186
			server up 127.0.0.1:18187 maxconn 1
	END
	python3 "$here/upstream.py" 18187 0.02 >upstream.log 2>&1 &
	haproxy -f haproxy.cfg -db >haproxy.log 2>&1 &
	echo $! >pid
	until_ok curl -sf http://127.0.0.1:18186/
	wrk -t 1 -c 4 -d 30s http://127.0.0.1:18186/ >wrk.log &
	sleep 0.7
	;;
truth)
	python3 -c '
import socket
s = socket.socket(socket.AF_UNIX)
s.connect("admin.sock")
s.sendall(b"show stat\n")
text = b""
while part := s.recv(65536):
    text += part
lines = text.decode().lstrip("# ").splitlines()
keys = lines[0].split(",")
for line in lines[1:]:
    row = dict(zip(keys, line.split(",")))
    if row.get("svname") == "up":
        queue, server, total = (float(row[k] or 0) for k in ("qtime", "rtime", "ttime"))
        print("queue %.0f ms\nserver %.0f ms\nshare %.1f %%" % (queue, server, 100 * (queue + server) / max(total, 1)))'
	;;
finish) ;;
esac
