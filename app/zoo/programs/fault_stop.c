// As a virtual machine with a garbage collector that stops all others while it works.
#include "zoo.h"

enum { THREADS = 3, STOPS = 10 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t resumed = PTHREAD_COND_INITIALIZER;
static atomic_bool stop, over;

static void *mutator(void *arg) {
	unsigned seed = (unsigned)(long)arg;
	zoo_name((long)arg == 1 ? "Thread-0" : (long)arg == 2 ? "Thread-1" : "Thread-2");
	while (!atomic_load(&over)) {
		if (atomic_load(&stop)) {
			zoo_lock(&lock);
			while (atomic_load(&stop)) zoo_cond_wait(&resumed, &lock, "cond", SYNC);
			zoo_unlock(&lock);
		}
		burn(150 * US);
		zoo_sleep(50 * US + jitter(&seed, 200 * US));
	}
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E17");
	zoo_object(&lock, sizeof lock, "mutex");
	zoo_object(&resumed, sizeof resumed, "cond");
	pthread_t t[THREADS];
	for (long i = 0; i < THREADS; i++) t[i] = start(mutator, (void *)(i + 1));
	zoo_name("VM Thread");
	for (int i = 0; i < STOPS; i++) {
		zoo_sleep(25 * MS);
		atomic_store(&stop, true);
		burn(8 * MS);
		zoo_lock(&lock);
		atomic_store(&stop, false);
		ACT(&resumed, pthread_cond_broadcast(&resumed));
		zoo_unlock(&lock);
	}
	atomic_store(&over, true);
	for (int i = 0; i < THREADS; i++) join(t[i]);
	zoo_end();
}
