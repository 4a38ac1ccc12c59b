// Threads that share a lock, but hold it so shortly that they hardly ever meet.
#include "zoo.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
	unsigned seed = (unsigned)(long)arg;
	zoo_name("polite");
	for (int i = 0; i < 400; i++) {
		burn(300 * US + jitter(&seed, 400 * US));
		zoo_lock(&lock);
		burn(5 * US);
		zoo_unlock(&lock);
		if (i % 10 == 0) zoo_sleep(2 * MS);
	}
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	zoo_object(&lock, sizeof lock, "mutex");
	int n = cpus();
	pthread_t t[n];
	for (long i = 0; i < n; i++) t[i] = start(work, (void *)(i + 21));
	for (int i = 0; i < n; i++) join(t[i]);
	zoo_end();
}
