// Threads that work on a mapped file, whose pages are read ahead by another.
#include "zoo.h"

enum { SIZE = 32 << 20, PART = 1 << 20 };
static char *mapped;
static sem_t loaded;
static volatile char sink;

static void *loader(void *arg) {
	zoo_name("loader");
	for (size_t at = 0; at < SIZE; at += PART) {
		for (size_t page = at; page < at + PART; page += 4096) sink = mapped[page];
		zoo_sem_post(&loaded);
	}
	return arg;
}

static void *work(void *arg) {
	zoo_name("worker");
	for (size_t at = 0; at < SIZE; at += PART) {
		zoo_sem_wait(&loaded, "sem", SYNC);
		burn(10 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	int fd = zoo_file(SIZE, 0);
	mapped = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);
	if (mapped == MAP_FAILED) fail("mmap");
	sem_init(&loaded, 0, 0);
	zoo_object(&loaded, sizeof loaded, "sem");
	pthread_t t[] = {start(loader, NULL), start(work, NULL)};
	for (int i = 0; i < 200; i++) { // the main thread works too
		burn(1 * MS);
		zoo_sleep(500 * US);
	}
	for (int i = 0; i < 2; i++) join(t[i]);
	zoo_end();
}
