// A file is read ahead while what was read before is worked on.
#include "zoo.h"

enum { SIZE = 32 << 20, BLOCK = 512 << 10, AHEAD = 4 };
static sem_t full, empty;

static void *reader(void *arg) {
	int fd = *(int *)arg;
	char *block;
	zoo_name("reader");
	if (posix_memalign((void **)&block, 4096, BLOCK) != 0) fail("memory");
	for (off_t at = 0; at < SIZE; at += BLOCK) {
		zoo_sem_wait(&empty, "sem", SYNC);
		WAIT("file-direct-read", IO, BY_NOBODY, NULL, if (pread(fd, block, BLOCK, at) == -1) fail("pread"));
		zoo_sem_post(&full);
	}
	return NULL;
}

static void *work(void *arg) {
	zoo_name("worker");
	for (int i = 0; i < SIZE / BLOCK / 2; i++) {
		zoo_sem_wait(&full, "sem", SYNC);
		burn(10 * MS);
		zoo_sem_post(&empty);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	int fd = zoo_file(SIZE, O_DIRECT);
	sem_init(&full, 0, 0);
	sem_init(&empty, 0, AHEAD);
	zoo_object(&full, sizeof full, "sem");
	zoo_object(&empty, sizeof empty, "sem");
	pthread_t t[] = {start(reader, &fd), start(work, NULL), start(work, NULL)};
	for (int i = 0; i < 3; i++) join(t[i]);
	zoo_end();
}
