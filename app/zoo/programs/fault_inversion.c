// An urgent thread waits for a lock of one that is not, and that gets no CPU since
// threads of a priority between have all of them.
#include "zoo.h"

enum { ROUNDS = 8 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t high_go, mid_go, low_go, done;

static void *high(void *arg) {
	zoo_name("high");
	policy(SCHED_FIFO, 30);
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_wait(&high_go, "sem", SYNC);
		zoo_sleep(500 * US);
		zoo_lock(&lock);
		burn(200 * US);
		zoo_unlock(&lock);
		zoo_sem_post(&done);
	}
	return arg;
}

static void *mid(void *arg) {
	zoo_name("middle");
	policy(SCHED_FIFO, 20);
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_wait(&mid_go, "sem", SYNC);
		zoo_sleep(1 * MS);
		burn(25 * MS);
		zoo_sem_post(&done);
	}
	return arg;
}

static void *low(void *arg) {
	zoo_name("low");
	policy(SCHED_FIFO, 10);
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_wait(&low_go, "sem", SYNC);
		zoo_lock(&lock);
		zoo_sem_post(&high_go);
		for (int k = 0; k < cpus(); k++) zoo_sem_post(&mid_go);
		burn(8 * MS);
		zoo_unlock(&lock);
		zoo_sem_post(&done);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E5");
	zoo_object(&lock, sizeof lock, "mutex");
	sem_init(&high_go, 0, 0);
	zoo_object(&high_go, sizeof high_go, "sem");
	sem_init(&mid_go, 0, 0);
	zoo_object(&mid_go, sizeof mid_go, "sem");
	sem_init(&low_go, 0, 0);
	zoo_object(&low_go, sizeof low_go, "sem");
	sem_init(&done, 0, 0);
	zoo_object(&done, sizeof done, "sem");
	start(high, NULL);
	for (int k = 0; k < cpus(); k++) start(mid, NULL);
	start(low, NULL);
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_post(&low_go);
		for (int k = 0; k < 2 + cpus(); k++) zoo_sem_wait(&done, "sem", SYNC);
		zoo_sleep(20 * MS);
	}
	zoo_end();
}
