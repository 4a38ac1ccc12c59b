// Threads that begin together get parts of very different size.
#include "zoo.h"

static void *work(void *arg) {
	zoo_name("part");
	burn((long)arg * MS);
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E4");
	static const long parts[] = {40, 100, 320};
	pthread_t t[3];
	for (int i = 0; i < 3; i++) t[i] = start(work, (void *)parts[i]);
	for (int i = 0; i < 3; i++) join(t[i]);
	zoo_end();
}
