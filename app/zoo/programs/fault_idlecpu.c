// Two busy threads share a CPU, while another idles most of the time.
#include "zoo.h"

static void *bound(void *arg) {
	zoo_name("bound");
	pin(0);
	for (int i = 0; i < 20; i++) {
		burn(10 * MS);
		zoo_sleep(5 * MS);
	}
	return arg;
}

static void *other(void *arg) {
	zoo_name("other");
	pin(1);
	for (int i = 0; i < 15; i++) {
		burn(12 * MS);
		zoo_sleep(12 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E11");
	if (cpus() < 2) zoo_end();
	pthread_t t[] = {start(bound, NULL), start(bound, NULL), start(other, NULL)};
	for (int i = 0; i < 3; i++) join(t[i]);
	zoo_end();
}
