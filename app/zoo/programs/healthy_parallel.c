// As many busy threads as CPUs, with as much work each.
#include "zoo.h"

static void *work(void *arg) {
	zoo_name("even");
	burn(300 * MS);
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	int n = cpus();
	pthread_t t[n];
	for (int i = 0; i < n; i++) t[i] = start(work, NULL);
	for (int i = 0; i < n; i++) join(t[i]);
	zoo_end();
}
