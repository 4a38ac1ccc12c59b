// Waits for pages.
#include "kinds.h"

enum { SIZE = 32 << 20, STEP = 1 << 20 };
static int fd;
static char *mapped;
static off_t at;
static volatile char sink;

// forget has the next page neither in memory nor near one that is read ahead.
static void forget(void) {
	at = (at + STEP) % SIZE;
	madvise(mapped, SIZE, MADV_DONTNEED);
	fsync(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}

static void w_read(void) {
	for (int i = 0; i < 8; i++) sink = mapped[(at + i * 2 * STEP) % SIZE];
}
static void w_write(void) {
	for (int i = 0; i < 8; i++) mapped[(at + i * 2 * STEP) % SIZE] = 'w';
}
static void w_populate(void) { madvise(mapped + at, STEP, 22 /* MADV_POPULATE_READ */); }

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	fd = zoo_file(SIZE, 0);
	mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (mapped == MAP_FAILED) fail("mmap");
	madvise(mapped, SIZE, MADV_RANDOM);
	static const struct kind kinds[] = {
	    {"major-fault-read", MEMORY, w_read, NULL, forget, NULL},
	    {"major-fault-write", MEMORY, w_write, NULL, forget, BY_UNSAID},
	    {"madvise-populate", MEMORY, w_populate, NULL, forget, NULL},
	};
	RUN(kinds);
	zoo_end();
}
