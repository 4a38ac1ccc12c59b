// Periodic work: a timer, a few milliseconds of work, and a thread that gets the
// result.
#include "zoo.h"
#include <sys/timerfd.h>

enum { FRAMES = 25 };
static sem_t frame;

static void *consumer(void *arg) {
	zoo_name("render");
	for (int i = 0; i < FRAMES; i++) {
		zoo_sem_wait(&frame, "sem", SYNC);
		burn(3 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	sem_init(&frame, 0, 0);
	zoo_object(&frame, sizeof frame, "sem");
	pthread_t t = start(consumer, NULL);
	zoo_name("frames");
	int timer = timerfd_create(CLOCK_MONOTONIC, 0);
	need(timer);
	struct itimerspec every = {{0, 16 * MS}, {0, 16 * MS}};
	need(timerfd_settime(timer, 0, &every, NULL));
	for (int i = 0; i < FRAMES; i++) {
		unsigned long long n;
		WAIT("timerfd-read", SLEEP, BY_NOBODY, NULL, if (read(timer, &n, sizeof n) == -1) fail("timerfd"));
		burn(2 * MS);
		zoo_sem_post(&frame);
	}
	join(t);
	zoo_end();
}
