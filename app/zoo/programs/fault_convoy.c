// Six threads queue for a lock that is handed over in the order of arrival, and is
// held for a few microseconds.
#include "zoo.h"

static pthread_mutex_t lock;

static void *work(void *arg) {
	zoo_name("convoy");
	for (int i = 0; i < 1500; i++) {
		zoo_lock_as(&lock, "mutex-pi");
		burn(5 * US);
		zoo_unlock(&lock);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E2");
	zoo_also("E1"); // who hands over a lock all the time does one thing at a time
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&lock, &a);
	zoo_object(&lock, sizeof lock, "mutex");
	pthread_t t[6];
	for (int i = 0; i < 6; i++) t[i] = start(work, NULL);
	for (int i = 0; i < 6; i++) join(t[i]);
	zoo_end();
}
