// Two threads on one CPU yield to each other for as long as another works.
#include "zoo.h"

static atomic_int round_;
enum { ROUNDS = 10 };

static void *yielder(void *arg) {
	zoo_name("yielder");
	pin(0);
	for (int i = 0; i < ROUNDS; i++) {
		while (atomic_load(&round_) <= 2 * i) sched_yield();
		zoo_sleep(15 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E12");
	pthread_t t[] = {start(yielder, NULL), start(yielder, NULL)};
	zoo_name("worker");
	pin(cpus() - 1);
	for (int i = 0; i < ROUNDS; i++) {
		burn(20 * MS);
		atomic_fetch_add(&round_, 2);
		zoo_sleep(15 * MS);
	}
	for (int i = 0; i < 2; i++) join(t[i]);
	zoo_end();
}
