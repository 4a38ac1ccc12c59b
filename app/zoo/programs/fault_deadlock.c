// Two threads want each other's lock, until the program ends.
#include "zoo.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both; // have their first lock

struct pair {
	pthread_mutex_t *first, *second;
};

static void *work(void *arg) {
	struct pair *p = arg;
	zoo_name(p->first == &a ? "a-then-b" : "b-then-a");
	for (int i = 0; i < 12; i++) { // which goes well as long as they do not meet
		zoo_lock(p->first);
		burn(1 * MS);
		zoo_unlock(p->first);
		zoo_sleep(i * MS / 2);
	}
	zoo_lock(p->first);
	pthread_barrier_wait(&both);
	zoo_sleep(20 * MS);
	zoo_lock(p->second);
	zoo_unlock(p->second);
	zoo_unlock(p->first);
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E20");
	zoo_object(&a, sizeof a, "mutex");
	zoo_object(&b, sizeof b, "mutex");
	static struct pair ab = {&a, &b}, ba = {&b, &a};
	pthread_barrier_init(&both, NULL, 2);
	zoo_object(&both, sizeof both, "barrier");
	start(work, &ab);
	start(work, &ba);
	zoo_sleep(400 * MS);
	zoo_end();
}
