// Four times as many busy threads as CPUs.
#include "zoo.h"

static void *work(void *arg) {
	zoo_name("busy");
	burn(120 * MS);
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E3");
	int n = 4 * cpus();
	pthread_t t[n];
	for (int i = 0; i < n; i++) t[i] = start(work, NULL);
	for (int i = 0; i < n; i++) join(t[i]);
	zoo_end();
}
