// A thread spins on a flag until another has done its work. Only samples show it.
#include "zoo.h"

static atomic_int produced;
enum { ROUNDS = 40 };

static void *consumer(void *arg) {
	zoo_name("consumer");
	for (int i = 1; i <= ROUNDS; i++) {
		while (atomic_load_explicit(&produced, memory_order_acquire) < i) {
		}
		burn(2 * MS);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E12");
	pthread_t t = start(consumer, NULL);
	zoo_name("producer");
	for (int i = 0; i < ROUNDS; i++) {
		burn(20 * MS);
		zoo_sleep(2 * MS);
		atomic_fetch_add(&produced, 1);
	}
	join(t);
	zoo_end();
}
