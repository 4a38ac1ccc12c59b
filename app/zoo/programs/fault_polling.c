// A thread looks every five milliseconds whether something has happened.
#include "zoo.h"

static atomic_bool flag;

static void *poll(void *arg) {
	zoo_name("poller");
	while (!atomic_load(&flag)) zoo_sleep(5 * MS);
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E8");
	pthread_t t = start(poll, NULL);
	zoo_sleep(450 * MS);
	atomic_store(&flag, true);
	join(t);
	zoo_end();
}
