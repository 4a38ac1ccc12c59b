// Processes with pipes between them, as in a shell.
#include "zoo.h"

enum { CHUNK = 64 << 10, CHUNKS = 100 };
static char chunk[CHUNK];

static void all(int fd, bool out, const void *object, const void *other) {
	for (size_t n = 0; n < CHUNK;) {
		ssize_t k = 0;
		long long from = now();
		if (out)
			k = write(fd, chunk + n, CHUNK - n);
		else
			k = read(fd, chunk + n, CHUNK - n);
		if (k <= 0) fail("pipe");
		zoo_waited(out ? "pipe-write" : "pipe-read", IO, BY_ACTS, object, from);
		struct zoo_record *a = zoo_add("act", (unsigned long)other);
		a->at[0] = from;
		a->at[1] = now();
		n += (size_t)k;
	}
}

static int first[2], second[2];
static const char into_first, from_first, into_second, from_second;

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	need(pipe(first));
	need(pipe(second));
	unsigned seed = 4;
	pid_t a = fork();
	need(a);
	if (a == 0) {
		zoo_name("generate");
		for (int i = 0; i < CHUNKS; i++) {
			burn(1 * MS + jitter(&seed, 1 * MS));
			all(first[1], true, &into_first, &from_first);
		}
		_exit(0);
	}
	pid_t b = fork();
	need(b);
	if (b == 0) {
		zoo_name("transform");
		for (int i = 0; i < CHUNKS; i++) {
			all(first[0], false, &from_first, &into_first);
			burn(500 * US + jitter(&seed, 1 * MS));
			all(second[1], true, &into_second, &from_second);
		}
		_exit(0);
	}
	zoo_name("collect");
	for (int i = 0; i < CHUNKS; i++) {
		all(second[0], false, &from_second, &into_second);
		burn(300 * US + jitter(&seed, 1 * MS));
	}
	waitpid(a, NULL, 0);
	waitpid(b, NULL, 0);
	zoo_end();
}
