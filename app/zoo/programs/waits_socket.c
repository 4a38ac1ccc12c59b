// Waits for sockets.
#include "kinds.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

static int stream[2], datagram[2], full[2], tcp[2], tcp_full[2], udp[2], tcp_server, unix_server, tight;
static struct sockaddr_in tcp_at;
static struct sockaddr_un unix_at, tight_at;
static char buffer[1 << 18];
static int accepted, connecting;

static void must(ssize_t n) {
	if (n <= 0) fail("socket");
}

static void w_stream(void) { must(recv(stream[0], buffer, 1, 0)); }
static void w_stream_read(void) { must(read(stream[0], buffer, 1)); }
static void w_recvmsg(void) {
	struct iovec v = {buffer, 1};
	struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
	must(recvmsg(stream[0], &m, 0));
}
static void a_stream(void) { must(send(stream[1], "x", 1, 0)); }
static void w_datagram(void) { must(recv(datagram[0], buffer, 1, 0)); }
static void a_datagram(void) { must(send(datagram[1], "x", 1, 0)); }

static void fill(int fd) {
	fcntl(fd, F_SETFL, O_NONBLOCK);
	while (send(fd, buffer, sizeof buffer, 0) > 0) {}
	fcntl(fd, F_SETFL, 0);
}
static void drain(int fd) {
	while (recv(fd, buffer, sizeof buffer, MSG_DONTWAIT) > 0) {}
}
static void r_send(void) { fill(full[1]); }
static void w_send(void) { must(send(full[1], buffer, 4096, 0)); }
static void a_send(void) { drain(full[0]); }
static void r_tcp_send(void) {
	fill(tcp_full[1]);
	nap(MS);
	fill(tcp_full[1]);
}
static void w_tcp_send(void) { must(send(tcp_full[1], buffer, 4096, 0)); }
static void a_tcp_send(void) { drain(tcp_full[0]); }

static void w_tcp(void) { must(recv(tcp[0], buffer, 1, 0)); }
static void a_tcp(void) { must(send(tcp[1], "x", 1, 0)); }
static void w_udp(void) { must(recv(udp[0], buffer, 1, 0)); }
static void a_udp(void) { must(send(udp[1], "x", 1, 0)); }
static void w_poll_socket(void) {
	struct pollfd f = {.fd = tcp[0], .events = POLLIN};
	must(poll(&f, 1, -1));
	must(recv(tcp[0], buffer, 1, 0));
}

static int dial(void) {
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	need(fd);
	need(connect(fd, (struct sockaddr *)&tcp_at, sizeof tcp_at));
	return fd;
}
static void w_tcp_accept(void) { need(accepted = accept(tcp_server, NULL, NULL)); }
static void a_tcp_accept(void) { close(dial()); }
static void done_accept(void) {
	if (accepted > 0) close(accepted);
	accepted = 0;
}
static void w_unix_accept(void) { need(accepted = accept4(unix_server, NULL, NULL, SOCK_CLOEXEC)); }
static void a_unix_accept(void) {
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	need(fd);
	need(connect(fd, (struct sockaddr *)&unix_at, sizeof unix_at));
	close(fd);
}

// A server that accepts nothing more: who connects waits.
static void r_connect(void) {
	for (;;) {
		int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
		need(fd);
		int n = connect(fd, (struct sockaddr *)&tight_at, sizeof tight_at);
		close(fd);
		if (n == -1) break;
	}
	need(connecting = socket(AF_UNIX, SOCK_STREAM, 0));
}
static void w_connect(void) {
	need(connect(connecting, (struct sockaddr *)&tight_at, sizeof tight_at));
	close(connecting);
}
static void a_connect(void) { close(accept(tight, NULL, NULL)); }

static int listen_unix(struct sockaddr_un *at, const char *name, int backlog) {
	*at = (struct sockaddr_un){.sun_family = AF_UNIX};
	snprintf(at->sun_path + 1, sizeof at->sun_path - 1, "zoo-%d-%s", getpid(), name);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	need(fd);
	need(bind(fd, (struct sockaddr *)at, sizeof *at));
	need(listen(fd, backlog));
	return fd;
}

static void tcp_pair(int *pair) {
	pair[1] = dial();
	need(pair[0] = accept(tcp_server, NULL, NULL));
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	need(socketpair(AF_UNIX, SOCK_STREAM, 0, stream));
	need(socketpair(AF_UNIX, SOCK_STREAM, 0, full));
	need(socketpair(AF_UNIX, SOCK_DGRAM, 0, datagram));
	need(tcp_server = socket(AF_INET, SOCK_STREAM, 0));
	tcp_at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	need(bind(tcp_server, (struct sockaddr *)&tcp_at, sizeof tcp_at));
	need(listen(tcp_server, 8));
	socklen_t n = sizeof tcp_at;
	need(getsockname(tcp_server, (struct sockaddr *)&tcp_at, &n));
	tcp_pair(tcp);
	tcp_pair(tcp_full);
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	need(udp[0] = socket(AF_INET, SOCK_DGRAM, 0));
	need(bind(udp[0], (struct sockaddr *)&at, sizeof at));
	need(getsockname(udp[0], (struct sockaddr *)&at, &n));
	need(udp[1] = socket(AF_INET, SOCK_DGRAM, 0));
	need(connect(udp[1], (struct sockaddr *)&at, sizeof at));
	unix_server = listen_unix(&unix_at, "server", 8);
	tight = listen_unix(&tight_at, "tight", 0);
	static const struct kind kinds[] = {
	    {"unix-recv", IO, w_stream, a_stream, NULL, NULL},
	    {"unix-read", IO, w_stream_read, a_stream, NULL, NULL},
	    {"unix-recvmsg", IO, w_recvmsg, a_stream, NULL, NULL},
	    {"unix-datagram-recv", IO, w_datagram, a_datagram, NULL, NULL},
	    {"unix-send", IO, w_send, a_send, r_send, NULL},
	    {"tcp-recv", IO, w_tcp, a_tcp, NULL, BY_UNSAID}, // the network's interrupt delivers it
	    {"tcp-send", IO, w_tcp_send, a_tcp_send, r_tcp_send, BY_UNSAID},
	    {"udp-recv", IO, w_udp, a_udp, NULL, BY_UNSAID},
	    {"poll-socket", IO, w_poll_socket, a_tcp, NULL, BY_UNSAID},
	    {"tcp-accept", WORK, w_tcp_accept, a_tcp_accept, done_accept, BY_UNSAID},
	    {"unix-accept", WORK, w_unix_accept, a_unix_accept, done_accept, NULL},
	    {"unix-connect", IO, w_connect, a_connect, r_connect, NULL},
	};
	RUN(kinds);
	zoo_end();
}
