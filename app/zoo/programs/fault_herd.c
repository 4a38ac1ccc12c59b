// Eight threads are woken for each piece of work, and seven find it gone.
#include "zoo.h"

enum { THREADS = 8, ITEMS = 60 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int items, taken;

static void *work(void *arg) {
	zoo_name("waiter");
	zoo_lock(&lock);
	while (taken < ITEMS) {
		while (items == 0 && taken < ITEMS) zoo_cond_wait(&some, &lock, "cond", SYNC);
		if (items == 0) break;
		items--;
		taken++;
		zoo_unlock(&lock);
		burn(1 * MS);
		zoo_lock(&lock);
	}
	ACT(&some, pthread_cond_broadcast(&some));
	zoo_unlock(&lock);
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E13");
	zoo_also("E2"); // all that are woken want the lock
	zoo_object(&lock, sizeof lock, "mutex");
	zoo_object(&some, sizeof some, "cond");
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++) t[i] = start(work, NULL);
	unsigned seed = 3;
	for (int i = 0; i < ITEMS; i++) {
		zoo_sleep(5 * MS + jitter(&seed, 5 * MS));
		zoo_lock(&lock);
		items++;
		ACT(&some, pthread_cond_broadcast(&some));
		zoo_unlock(&lock);
	}
	for (int i = 0; i < THREADS; i++) join(t[i]);
	zoo_end();
}
