// Who holds a lock that another waits for has no CPU for much of the time: bursts of
// other threads have them.
#include "zoo.h"

enum { ROUNDS = 9 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t hog_go, holder_go, waiter_go, done;

static void *hog(void *arg) {
	zoo_name("hog");
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_wait(&hog_go, "sem", SYNC);
		burn(10 * MS);
		zoo_sem_post(&done);
	}
	return arg;
}

static void *holder(void *arg) {
	zoo_name("holder");
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_wait(&holder_go, "sem", SYNC);
		zoo_lock(&lock);
		zoo_sem_post(&waiter_go);
		for (int k = 0; k < 2 * cpus(); k++) zoo_sem_post(&hog_go);
		burn(6 * MS);
		zoo_unlock(&lock);
		zoo_sem_post(&done);
	}
	return arg;
}

static void *waiter(void *arg) {
	zoo_name("waiter");
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_wait(&waiter_go, "sem", SYNC);
		zoo_lock(&lock);
		zoo_unlock(&lock);
		zoo_sem_post(&done);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E6");
	zoo_object(&lock, sizeof lock, "mutex");
	sem_init(&hog_go, 0, 0);
	zoo_object(&hog_go, sizeof hog_go, "sem");
	sem_init(&holder_go, 0, 0);
	zoo_object(&holder_go, sizeof holder_go, "sem");
	sem_init(&waiter_go, 0, 0);
	zoo_object(&waiter_go, sizeof waiter_go, "sem");
	sem_init(&done, 0, 0);
	zoo_object(&done, sizeof done, "sem");
	for (int k = 0; k < 2 * cpus(); k++) start(hog, NULL);
	start(waiter, NULL);
	start(holder, NULL);
	for (int i = 0; i < ROUNDS; i++) {
		zoo_sem_post(&holder_go);
		for (int k = 0; k < 2 + 2 * cpus(); k++) zoo_sem_wait(&done, "sem", SYNC);
		zoo_sleep(40 * MS);
	}
	zoo_end();
}
