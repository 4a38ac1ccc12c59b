// Waits for a time.
#include "kinds.h"
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/timerfd.h>

static pthread_t self;
static int timer, epoll, pipes[2];

static void w_nanosleep(void) { nap(LATER); }

static void w_clock(void) {
	struct timespec t = {0, LATER};
	clock_nanosleep(CLOCK_REALTIME, 0, &t, NULL);
}

static void w_absolute(void) {
	long long at = now() + LATER;
	struct timespec t = {at / 1000000000LL, at % 1000000000LL};
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void w_usleep(void) { usleep(LATER / US); }

static void w_select(void) {
	struct timeval t = {0, LATER / US};
	select(0, NULL, NULL, NULL, &t);
}

static void w_poll(void) { poll(NULL, 0, (int)(LATER / MS)); }

static void w_poll_one(void) {
	struct pollfd f = {.fd = pipes[0], .events = POLLIN};
	poll(&f, 1, (int)(LATER / MS));
}

static void w_ppoll(void) {
	struct pollfd f = {.fd = pipes[0], .events = POLLIN};
	struct timespec t = {0, LATER};
	ppoll(&f, 1, &t, NULL);
}

static void w_pselect(void) {
	fd_set set;
	FD_ZERO(&set);
	FD_SET(pipes[0], &set);
	struct timespec t = {0, LATER};
	pselect(pipes[0] + 1, &set, NULL, NULL, &t, NULL);
}

static void w_epoll(void) {
	struct epoll_event e;
	epoll_wait(epoll, &e, 1, (int)(LATER / MS));
}

static void w_timerfd(void) {
	unsigned long long n;
	if (read(timer, &n, sizeof n) == -1) fail("timerfd");
}

static void r_timerfd(void) {
	struct itimerspec t = {.it_value = {0, LATER}};
	need(timerfd_settime(timer, 0, &t, NULL));
}

static void w_sigtimedwait(void) {
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	struct timespec t = {0, LATER};
	sigtimedwait(&set, NULL, &t);
}

// A signal that comes too early ends no pause: another one follows.
static atomic_bool paused;
static void r_pause(void) { atomic_store(&paused, false); }
static void w_pause(void) {
	pause();
	atomic_store(&paused, true);
}
static void a_signal(void) {
	do {
		pthread_kill(self, SIGUSR2);
		nap(20 * MS);
	} while (!atomic_load(&paused));
}
static void on_signal(int sig) { (void)sig; }

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	self = pthread_self();
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGUSR2, on_signal);
	need(pipe(pipes));
	need(epoll = epoll_create1(0));
	struct epoll_event e = {.events = EPOLLIN};
	need(epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[0], &e));
	need(timer = timerfd_create(CLOCK_MONOTONIC, 0));
	static const struct kind kinds[] = {
	    {"nanosleep", SLEEP, w_nanosleep, NULL, NULL, NULL},
	    {"clock_nanosleep", SLEEP, w_clock, NULL, NULL, NULL},
	    {"clock_nanosleep-abs", SLEEP, w_absolute, NULL, NULL, NULL},
	    {"usleep", SLEEP, w_usleep, NULL, NULL, NULL},
	    {"select-nothing", SLEEP, w_select, NULL, NULL, NULL},
	    {"poll-nothing", SLEEP, w_poll, NULL, NULL, NULL},
	    {"poll-one-timeout", SLEEP, w_poll_one, NULL, NULL, NULL},
	    {"ppoll-one-timeout", SLEEP, w_ppoll, NULL, NULL, NULL},
	    {"pselect-timeout", SLEEP, w_pselect, NULL, NULL, NULL},
	    {"epoll-timeout", SLEEP, w_epoll, NULL, NULL, NULL},
	    {"timerfd-read", SLEEP, w_timerfd, NULL, r_timerfd, NULL},
	    {"sigtimedwait-timeout", SLEEP, w_sigtimedwait, NULL, NULL, NULL},
	    {"pause", SLEEP, w_pause, a_signal, r_pause, NULL},
	};
	RUN(kinds);
	zoo_end();
}
