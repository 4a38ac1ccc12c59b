"""A web server that handles one request at a time, and sleeps or computes for each."""

import http.server
import sys
import time

port, spend = int(sys.argv[1]), float(sys.argv[2])


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        begin = time.monotonic()
        while time.monotonic() < begin + spend:
            sum(range(1000))
        self.send_response(200)
        self.send_header("Content-Length", "6")
        self.end_headers()
        self.wfile.write(b"ready\n")

    def log_message(self, *args):
        pass


http.server.HTTPServer(("127.0.0.1", port), Handler).serve_forever()
