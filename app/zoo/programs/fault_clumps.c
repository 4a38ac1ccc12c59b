// Twelve threads wake at the same instants, and queue. They run so shortly that all of them
// sleep again before the next one, on a busy machine too, and so often that enough wakes are
// seen where the kernel shows none of a CPU that idles.
#include "zoo.h"

static long long begin;

static void *work(void *arg) {
	zoo_name("clumped");
	for (int i = 1; i <= 60; i++) {
		until(begin + i * 10 * MS);
		burn(250 * US);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E9");
	begin = now();
	pthread_t t[12];
	for (int i = 0; i < 12; i++) t[i] = start(work, NULL);
	for (int i = 0; i < 12; i++) join(t[i]);
	zoo_end();
}
