// Waits for one of several descriptors.
#include "kinds.h"
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/timerfd.h>

enum { PIPES = 4 };
static int pipes[PIPES][2], epoll, timers, timer;

static void take(void) {
	char c;
	if (read(pipes[2][0], &c, 1) != 1) fail("read");
}
static void give(void) {
	if (write(pipes[2][1], "x", 1) != 1) fail("write");
}

static void fill(struct pollfd *f) {
	for (int i = 0; i < PIPES; i++) f[i] = (struct pollfd){.fd = pipes[i][0], .events = POLLIN};
}

static void w_poll(void) {
	struct pollfd f[PIPES];
	fill(f);
	poll(f, PIPES, -1);
	take();
}
static void w_poll_limit(void) {
	struct pollfd f[PIPES];
	fill(f);
	poll(f, PIPES, 500);
	take();
}
static void w_poll_expires(void) {
	struct pollfd f[PIPES];
	fill(f);
	poll(f, PIPES, (int)(LATER / MS));
}
static void w_ppoll(void) {
	struct pollfd f[PIPES];
	fill(f);
	ppoll(f, PIPES, NULL, NULL);
	take();
}

static int fds(fd_set *set) {
	FD_ZERO(set);
	int most = 0;
	for (int i = 0; i < PIPES; i++) {
		FD_SET(pipes[i][0], set);
		if (pipes[i][0] > most) most = pipes[i][0];
	}
	return most + 1;
}
static void w_select(void) {
	fd_set set;
	int n = fds(&set);
	select(n, &set, NULL, NULL, NULL);
	take();
}
static void w_select_expires(void) {
	fd_set set;
	int n = fds(&set);
	struct timeval t = {0, LATER / US};
	select(n, &set, NULL, NULL, &t);
}
static void w_pselect(void) {
	fd_set set;
	int n = fds(&set);
	pselect(n, &set, NULL, NULL, NULL, NULL);
	take();
}

static void w_epoll(void) {
	struct epoll_event e;
	epoll_wait(epoll, &e, 1, -1);
	take();
}
static void w_epoll_limit(void) {
	struct epoll_event e;
	epoll_wait(epoll, &e, 1, 500);
	take();
}
static void w_epoll_pwait(void) {
	struct epoll_event e;
	epoll_pwait(epoll, &e, 1, -1, &(sigset_t){0});
	take();
}
static void w_epoll_expires(void) {
	struct epoll_event e;
	epoll_wait(epoll, &e, 1, (int)(LATER / MS));
}

static void r_timer(void) {
	struct itimerspec t = {.it_value = {0, LATER}};
	need(timerfd_settime(timer, 0, &t, NULL));
}
static void w_epoll_timer(void) {
	struct epoll_event e;
	unsigned long long n;
	epoll_wait(timers, &e, 1, -1);
	if (read(timer, &n, sizeof n) == -1) fail("timerfd");
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	struct epoll_event e = {.events = EPOLLIN};
	need(epoll = epoll_create1(0));
	need(timers = epoll_create1(0));
	for (int i = 0; i < PIPES; i++) {
		need(pipe(pipes[i]));
		need(epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[i][0], &e));
	}
	need(timer = timerfd_create(CLOCK_MONOTONIC, 0));
	need(epoll_ctl(timers, EPOLL_CTL_ADD, timer, &e));
	static const struct kind kinds[] = {
	    {"poll-many", WORK, w_poll, give, NULL, NULL},
	    {"poll-many-limit", WORK, w_poll_limit, give, NULL, NULL},
	    {"poll-many-timeout", SLEEP, w_poll_expires, NULL, NULL, NULL},
	    {"ppoll-many", WORK, w_ppoll, give, NULL, NULL},
	    {"select-many", WORK, w_select, give, NULL, NULL},
	    {"select-many-timeout", SLEEP, w_select_expires, NULL, NULL, NULL},
	    {"pselect-many", WORK, w_pselect, give, NULL, NULL},
	    {"epoll", WORK, w_epoll, give, NULL, NULL},
	    {"epoll-limit", WORK, w_epoll_limit, give, NULL, NULL},
	    {"epoll_pwait", WORK, w_epoll_pwait, give, NULL, NULL},
	    {"epoll-many-timeout", SLEEP, w_epoll_expires, NULL, NULL, NULL},
	    {"epoll-timerfd", WORK, w_epoll_timer, NULL, r_timer, NULL},
	};
	RUN(kinds);
	zoo_end();
}
