// A pool of threads that wait for jobs at a condition. There are more threads than
// jobs.
#include "zoo.h"

enum { THREADS = 4, JOBS = 70 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int jobs;
static bool over;

static void *worker(void *arg) {
	zoo_name("pool");
	zoo_lock(&lock);
	for (;;) {
		while (jobs == 0 && !over) zoo_cond_wait(&some, &lock, "cond", SYNC);
		if (jobs == 0) break;
		jobs--;
		zoo_unlock(&lock);
		burn(1500 * US);
		zoo_lock(&lock);
	}
	zoo_unlock(&lock);
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	zoo_object(&lock, sizeof lock, "mutex");
	zoo_object(&some, sizeof some, "cond");
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++) t[i] = start(worker, NULL);
	unsigned seed = 5;
	for (int i = 0; i < JOBS; i++) {
		zoo_sleep(2 * MS + jitter(&seed, 8 * MS));
		zoo_lock(&lock);
		jobs++;
		ACT(&some, pthread_cond_signal(&some));
		zoo_unlock(&lock);
	}
	zoo_lock(&lock);
	over = true;
	ACT(&some, pthread_cond_broadcast(&some));
	zoo_unlock(&lock);
	for (int i = 0; i < THREADS; i++) join(t[i]);
	zoo_end();
}
