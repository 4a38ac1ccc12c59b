// Threads that work, while another writes what they say to a disk now and then.
#include "zoo.h"

static atomic_bool over;

static void *logger(void *arg) {
	int fd = *(int *)arg;
	static char line[32 << 10];
	zoo_name("logger");
	while (!atomic_load(&over)) {
		zoo_sleep(30 * MS);
		if (write(fd, line, sizeof line) == -1) fail("write");
		WAIT("fsync", IO, BY_UNSAID, NULL, need(fsync(fd)));
	}
	return NULL;
}

static void *work(void *arg) {
	zoo_name("worker");
	for (int i = 0; i < 60; i++) {
		burn(5 * MS);
		zoo_sleep(1 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	int fd = zoo_file(1 << 20, 0);
	pthread_t l = start(logger, &fd), t[] = {start(work, NULL), start(work, NULL)};
	for (int i = 0; i < 2; i++) join(t[i]);
	atomic_store(&over, true);
	join(l);
	zoo_end();
}
