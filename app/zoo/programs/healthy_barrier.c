// Threads that meet at a barrier after pieces of work of about the same size.
#include "zoo.h"

enum { STEPS = 50 };
static pthread_barrier_t barrier;

static void *work(void *arg) {
	unsigned seed = (unsigned)(long)arg;
	zoo_name("step");
	for (int i = 0; i < STEPS; i++) {
		burn(5 * MS + jitter(&seed, 1 * MS));
		long long from = now();
		pthread_barrier_wait(&barrier);
		zoo_waited("barrier", SYNC, BY_ACTS, &barrier, from);
		struct zoo_record *a = zoo_add("act", (unsigned long)&barrier);
		a->at[0] = from;
		a->at[1] = now();
	}
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	zoo_object(&barrier, sizeof barrier, "barrier");
	int n = cpus();
	pthread_barrier_init(&barrier, NULL, (unsigned)n);
	pthread_t t[n];
	for (long i = 0; i < n; i++) t[i] = start(work, (void *)(i + 1));
	for (int i = 0; i < n; i++) join(t[i]);
	zoo_end();
}
