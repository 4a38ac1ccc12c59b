// Four threads want one lock, which each holds for most of its time.
#include "zoo.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
	unsigned seed = (unsigned)(long)arg;
	zoo_name("contender");
	for (int i = 0; i < 40; i++) {
		zoo_lock(&lock);
		burn(200 * US);
		zoo_sleep(1500 * US); // as if it waited for a device while it holds the lock
		zoo_unlock(&lock);
		burn(100 * US);
		zoo_sleep(500 * US + jitter(&seed, 1 * MS));
	}
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E2");
	zoo_object(&lock, sizeof lock, "mutex");
	pthread_t t[4];
	for (long i = 0; i < 4; i++) t[i] = start(work, (void *)(i + 1));
	for (int i = 0; i < 4; i++) join(t[i]);
	zoo_end();
}
