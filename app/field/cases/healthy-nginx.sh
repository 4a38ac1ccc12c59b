#| title: nginx with two workers answers a client that fetches a file 100 times a second
#| truth: nginx's log: requests and their time
#| needs: nginx curl
#| record: --pid PID --for 2s
#| healthy: it answers within milliseconds, and has nothing to do else
. "${0%/*}/common"
case $1 in
prepare)
	mkdir www
	echo ready >www/file
	cat >nginx.conf <<-END
		user root;
		worker_processes 2;
		daemon off;
		pid $PWD/pid;
		error_log $PWD/error.log;
		events { worker_connections 256; }
		http {
			log_format times '\$request_time';
			access_log $PWD/access.log times;
			client_body_temp_path $PWD/body;
			proxy_temp_path $PWD/proxy;
			fastcgi_temp_path $PWD/fastcgi;
			uwsgi_temp_path $PWD/uwsgi;
			scgi_temp_path $PWD/scgi;
			server { listen 127.0.0.1:18188; root $PWD/www; }
		}
	END
	nginx -p "$PWD" -c "$PWD/nginx.conf" &
	until_ok curl -sf http://127.0.0.1:18188/file
	curl -s --rate 100/s 'http://127.0.0.1:18188/file?[1-10000]' >/dev/null 2>&1 &
	sleep 0.3
	;;
truth) awk '{ n++; all += $1 } END { printf "requests %d\nmean %.3f ms\n", n, 1000 * all / n }' access.log ;;
finish) ;;
esac
