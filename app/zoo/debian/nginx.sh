. "$(dirname "$0")/common"
# A web server under load.
case $1 in
prepare)
	mkdir -p logs www
	head -c 20000 /dev/urandom >www/file
	cat >nginx.conf <<-END
		user root;
		worker_processes 2;
		daemon off;
		pid $PWD/nginx.pid;
		error_log $PWD/logs/error.log;
		events { worker_connections 256; }
		http {
			access_log $PWD/logs/access.log;
			client_body_temp_path $PWD/body;
			proxy_temp_path $PWD/proxy;
			fastcgi_temp_path $PWD/fastcgi;
			uwsgi_temp_path $PWD/uwsgi;
			scgi_temp_path $PWD/scgi;
			server { listen 127.0.0.1:18080; root $PWD/www; sendfile on; }
		}
	END
	;;
run)
	nginx -p "$PWD" -c "$PWD/nginx.conf" &
	until_ok test -s nginx.pid
	wrk -t 2 -c 8 -d 1s http://127.0.0.1:18080/file
	kill -QUIT "$(cat nginx.pid)"
	wait
	;;
esac
