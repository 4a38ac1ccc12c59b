// A server with little to do: clients ask now and then, and are answered soon.
#include "zoo.h"
#include <sys/epoll.h>
#include <sys/socket.h>

enum { CLIENTS = 3, ASKS = 20 };
static int pair[CLIENTS][2];

static void *client(void *arg) {
	long me = (long)arg;
	unsigned seed = (unsigned)me + 1;
	zoo_name("client");
	for (int i = 0; i < ASKS; i++) {
		char c = 'q';
		zoo_sleep(10 * MS + jitter(&seed, 15 * MS));
		ACT(&pair, send(pair[me][1], &c, 1, 0));
		WAIT("unix-recv", IO, BY_ACTS, &pair[me], recv(pair[me][1], &c, 1, 0));
	}
	return NULL;
}

static void *server(void *arg) {
	zoo_name("server");
	int epoll = epoll_create1(0);
	need(epoll);
	for (int i = 0; i < CLIENTS; i++) {
		struct epoll_event e = {.events = EPOLLIN, .data.u32 = (unsigned)i};
		need(epoll_ctl(epoll, EPOLL_CTL_ADD, pair[i][0], &e));
	}
	for (int left = CLIENTS * ASKS; left > 0; left--) {
		struct epoll_event e;
		char c;
		WAIT("epoll", WORK, BY_ACTS, &pair, epoll_wait(epoll, &e, 1, -1));
		if (recv(pair[e.data.u32][0], &c, 1, 0) != 1) fail("recv");
		burn(400 * US);
		ACT(&pair[e.data.u32], send(pair[e.data.u32][0], &c, 1, 0));
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	for (int i = 0; i < CLIENTS; i++) need(socketpair(AF_UNIX, SOCK_STREAM, 0, pair[i]));
	pthread_t s = start(server, NULL), t[CLIENTS];
	for (long i = 0; i < CLIENTS; i++) t[i] = start(client, (void *)i);
	for (int i = 0; i < CLIENTS; i++) join(t[i]);
	join(s);
	zoo_end();
}
