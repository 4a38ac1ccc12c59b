// A loop over events: a timer, a counter of events, a signal, and a pool behind it.
#include "zoo.h"
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

static int event, timer, signals, epoll;
static pthread_t loop;
static sem_t jobs;
static atomic_bool over;
static const int token;

static void *worker(void *arg) {
	zoo_name("worker");
	for (;;) {
		zoo_sem_wait(&jobs, "sem", SYNC);
		if (atomic_load(&over)) break;
		burn(2 * MS);
		ACT(&token, need(eventfd_write(event, 1)));
	}
	return arg;
}

static void watch(int fd) {
	struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
	need(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e));
}

static void *sender(void *arg) {
	zoo_name("sender");
	for (int i = 0; i < 10; i++) {
		zoo_sleep(37 * MS);
		ACT(&token, pthread_kill(loop, SIGUSR1));
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	loop = pthread_self();
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	need(epoll = epoll_create1(0));
	need(event = eventfd(0, 0));
	need(timer = timerfd_create(CLOCK_MONOTONIC, 0));
	need(signals = signalfd(-1, &set, 0));
	watch(event);
	watch(timer);
	watch(signals);
	sem_init(&jobs, 0, 0);
	zoo_object(&jobs, sizeof jobs, "sem");
	struct itimerspec every = {{0, 20 * MS}, {0, 20 * MS}};
	need(timerfd_settime(timer, 0, &every, NULL));
	pthread_t t[] = {start(worker, NULL), start(worker, NULL), start(sender, NULL)};
	zoo_name("loop");
	for (long long end = now() + 420 * MS; now() < end;) {
		struct epoll_event e;
		char buffer[sizeof(struct signalfd_siginfo)];
		WAIT("epoll", WORK, BY_UNSAID, &token, epoll_wait(epoll, &e, 1, -1));
		if (read(e.data.fd, buffer, e.data.fd == signals ? sizeof buffer : 8) == -1) fail("read");
		burn(100 * US);
		if (e.data.fd != event) zoo_sem_post(&jobs);
	}
	atomic_store(&over, true);
	for (int i = 0; i < 2; i++) zoo_sem_post(&jobs);
	for (int i = 0; i < 3; i++) join(t[i]);
	zoo_end();
}
