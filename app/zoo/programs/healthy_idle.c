// A daemon with nothing to do: each thread waits for work of another kind.
#include "zoo.h"
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *acceptor(void *arg) {
	zoo_name("acceptor");
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "zoo-idle-%d", getpid());
	need(bind(fd, (struct sockaddr *)&at, sizeof at));
	need(listen(fd, 1));
	accept(fd, NULL, NULL);
	return arg;
}

static void *watcher(void *arg) {
	zoo_name("watcher");
	int epoll = epoll_create1(0), watch = inotify_init();
	struct epoll_event e = {.events = EPOLLIN};
	need(epoll_ctl(epoll, EPOLL_CTL_ADD, watch, &e));
	epoll_wait(epoll, &e, 1, -1);
	return arg;
}

static void *pool(void *arg) {
	zoo_name("pool");
	pthread_mutex_lock(&lock);
	for (;;) pthread_cond_wait(&never, &lock);
	return arg;
}

static void *signals(void *arg) {
	zoo_name("signals");
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	int n;
	sigwait(&set, &n);
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	start(acceptor, NULL);
	start(watcher, NULL);
	start(signals, NULL);
	for (int i = 0; i < 4; i++) start(pool, NULL);
	zoo_name("main");
	int fd = eventfd(0, 0);
	need(fd);
	for (int i = 0; i < 3; i++) { // a housekeeping once in a while
		struct pollfd f = {.fd = fd, .events = POLLIN};
		WAIT("poll-one-timeout", SLEEP, BY_NOBODY, NULL, poll(&f, 1, 150));
		burn(200 * US);
	}
	zoo_end();
}
