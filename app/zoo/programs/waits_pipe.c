// Waits for pipes, terminals and other descriptors that are read.
#include "kinds.h"
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/uio.h>

static int pipes[2], full[2], between[2], terminal, master, event, signals, watch;
static pthread_t self;
static char fifo[PATH_MAX], watched[PATH_MAX];
static char buffer[1 << 16];

static void must(ssize_t n) {
	if (n <= 0) fail("read or write");
}

static void w_read(void) { must(read(pipes[0], buffer, 1)); }
static void w_readv(void) {
	struct iovec v = {buffer, 1};
	must(readv(pipes[0], &v, 1));
}
static void a_write(void) { must(write(pipes[1], "x", 1)); }

static void r_full(void) { // there is no room for another write
	fcntl(full[1], F_SETFL, O_NONBLOCK);
	while (write(full[1], buffer, 4096) > 0) {}
	fcntl(full[1], F_SETFL, 0);
}
static void w_write(void) { must(write(full[1], buffer, 4096)); }
static void a_drain(void) { must(read(full[0], buffer, 8192)); }

static void w_splice(void) {
	must(splice(pipes[0], NULL, between[1], NULL, 1, 0));
	must(read(between[0], buffer, 1));
}

static void w_fifo(void) {
	int fd = open(fifo, O_RDONLY);
	need(fd);
	close(fd);
}
static void a_fifo(void) {
	int fd = open(fifo, O_WRONLY);
	need(fd);
	close(fd);
}

static void w_terminal(void) { must(read(terminal, buffer, 64)); }
static void a_terminal(void) { must(write(master, "line\n", 5)); }

static void w_event(void) { must(read(event, buffer, 8)); }
static void a_event(void) {
	unsigned long long one = 1;
	must(write(event, &one, 8));
}

static void w_signal(void) { must(read(signals, buffer, sizeof(struct signalfd_siginfo))); }
static void a_signal(void) { pthread_kill(self, SIGUSR1); }

static void w_inotify(void) { must(read(watch, buffer, 4096)); }
static void a_inotify(void) { need(truncate(watched, 0)); }

static void w_poll(void) {
	struct pollfd f = {.fd = pipes[0], .events = POLLIN};
	must(poll(&f, 1, -1));
	must(read(pipes[0], buffer, 1));
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	self = pthread_self();
	need(pipe(pipes));
	need(pipe(full));
	need(pipe(between));
	need(openpty(&master, &terminal, NULL, NULL, NULL));
	need(event = eventfd(0, 0));
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	need(signals = signalfd(-1, &set, 0));
	snprintf(fifo, sizeof fifo, "%s.fifo", zoo_path);
	need(mkfifo(fifo, 0600));
	snprintf(watched, sizeof watched, "%s.watched", zoo_path);
	int fd;
	need(fd = open(watched, O_CREAT | O_WRONLY, 0600));
	need(watch = inotify_init());
	need(inotify_add_watch(watch, watched, IN_MODIFY));
	static const struct kind kinds[] = {
	    {"pipe-read", IO, w_read, a_write, NULL, NULL},
	    {"pipe-readv", IO, w_readv, a_write, NULL, NULL},
	    {"pipe-write", IO, w_write, a_drain, r_full, NULL},
	    {"pipe-splice", IO, w_splice, a_write, NULL, NULL},
	    {"fifo-open", IO, w_fifo, a_fifo, NULL, NULL},
	    {"terminal-read", IO, w_terminal, a_terminal, NULL, BY_UNSAID}, // a worker of the kernel passes it on
	    {"eventfd-read", SYNC, w_event, a_event, NULL, NULL},
	    {"signalfd-read", WORK, w_signal, a_signal, NULL, NULL},
	    {"inotify-read", WORK, w_inotify, a_inotify, NULL, NULL},
	    {"poll-one", IO, w_poll, a_write, NULL, NULL},
	};
	RUN(kinds);
	unlink(fifo);
	unlink(watched);
	zoo_end();
}
