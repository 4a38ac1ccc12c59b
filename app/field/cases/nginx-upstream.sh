#| title: nginx with one worker passes requests on to a server that handles one at a time, in 20 ms each
#| truth: nginx's log: the part of the time of requests that is the upstream's
#| needs: nginx wrk python3
#| record: --pid PID --for 2s
#| words: wait
#| names: nginx
#| names: python3
#| never: polling | stop-the-world | herd | lock | had no CPU
. "${0%/*}/common"
case $1 in
prepare)
	cat >nginx.conf <<-END
		user root;
		worker_processes 1;
		daemon off;
		pid $PWD/pid;
		error_log $PWD/error.log;
		events { worker_connections 256; }
		http {
			log_format times '\$request_time \$upstream_response_time';
			access_log $PWD/access.log times;
			client_body_temp_path $PWD/body;
			proxy_temp_path $PWD/proxy;
			fastcgi_temp_path $PWD/fastcgi;
			uwsgi_temp_path $PWD/uwsgi;
			scgi_temp_path $PWD/scgi;
			server { listen 127.0.0.1:18181; location / { proxy_pass http://127.0.0.1:18182; } }
		}
	END
	python3 "$here/upstream.py" 18182 0.02 >upstream.log 2>&1 &
	nginx -p "$PWD" -c "$PWD/nginx.conf" &
	until_ok curl -sf http://127.0.0.1:18181/
	wrk -t 1 -c 4 -d 30s http://127.0.0.1:18181/ >wrk.log &
	sleep 0.5
	;;
truth) awk '$1 > 0 { all += $1; up += $2; n++ } END { printf "requests %d\nupstream %.1f %%\nlatency %.1f ms\n", n, 100 * up / all, 1000 * all / n }' access.log ;;
finish) ;;
esac
