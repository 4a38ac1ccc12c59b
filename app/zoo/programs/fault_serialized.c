// Three threads share the work, but only the one with the token does any.
#include "zoo.h"

enum { THREADS = 3, TURNS = 40 };
static sem_t turn[THREADS];

static void *work(void *arg) {
	long me = (long)arg;
	zoo_name("taker");
	for (int i = 0; i < TURNS; i++) {
		zoo_sem_wait(&turn[me], "sem", SYNC);
		burn(3 * MS);
		zoo_sem_post(&turn[(me + 1) % THREADS]);
	}
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E1");
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++) {
		sem_init(&turn[i], 0, i == 0);
		zoo_object(&turn[i], sizeof turn[i], "sem");
	}
	for (long i = 0; i < THREADS; i++) t[i] = start(work, (void *)i);
	for (int i = 0; i < THREADS; i++) join(t[i]);
	zoo_end();
}
