// The main thread works alone between phases in which all do.
#include "zoo.h"

enum { PHASES = 12 };
static sem_t go, done;

static void *work(void *arg) {
	zoo_name("helper");
	for (int i = 0; i < PHASES; i++) {
		zoo_sem_wait(&go, "sem", SYNC);
		burn(12 * MS);
		zoo_sem_post(&done);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E15");
	sem_init(&go, 0, 0);
	sem_init(&done, 0, 0);
	zoo_object(&go, sizeof go, "sem");
	zoo_object(&done, sizeof done, "sem");
	int n = cpus() - 1;
	for (int k = 0; k < n; k++) start(work, NULL);
	for (int i = 0; i < PHASES; i++) {
		burn(12 * MS);
		for (int k = 0; k < n; k++) zoo_sem_post(&go);
		burn(12 * MS);
		for (int k = 0; k < n; k++) zoo_sem_wait(&done, "sem", SYNC);
	}
	burn(12 * MS);
	zoo_end();
}
