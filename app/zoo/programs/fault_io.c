// One thread reads a file piece by piece, each after it has used the last.
#include "zoo.h"

enum { SIZE = 64 << 20, BLOCK = 256 << 10 };

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E10");
	int fd = zoo_file(SIZE, O_DIRECT);
	char *block;
	if (posix_memalign((void **)&block, 4096, BLOCK) != 0) fail("memory");
	memset(block, 0, BLOCK);
	zoo_name("reader");
	// For a time: on a fast disk a number of reads is little next to the writing of the file.
	for (long long i = 0, end = now() + 800 * MS; now() < end; i++) {
		WAIT("file-direct-read", IO, BY_NOBODY, NULL, if (pread(fd, block, BLOCK, i * BLOCK % SIZE) == -1) fail("pread"));
		burn(50 * US);
	}
	zoo_end();
}
