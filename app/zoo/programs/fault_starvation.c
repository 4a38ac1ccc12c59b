// A thread of the lowest class wants to run, but others have all CPUs for long.
#include "zoo.h"

static void *hog(void *arg) {
	zoo_name("hog");
	for (int i = 0; i < 2; i++) {
		burn(160 * MS);
		zoo_sleep(200 * MS);
	}
	return arg;
}

static void *starved(void *arg) {
	zoo_name("starved");
	policy(SCHED_IDLE, 0);
	for (int i = 0; i < 2; i++) {
		zoo_sleep(10 * MS);
		burn(60 * MS);
		zoo_sleep(290 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E18");
	int n = cpus();
	pthread_t t[n + 1];
	for (int i = 0; i < n; i++) t[i] = start(hog, NULL);
	t[n] = start(starved, NULL);
	for (int i = 0; i <= n; i++) join(t[i]);
	zoo_end();
}
