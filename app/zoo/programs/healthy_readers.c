// Many readers of a table that is changed now and then.
#include "zoo.h"

enum { READERS = 3 };
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void released(void) { ACT(&table, pthread_rwlock_unlock(&table)); }

static void *reader(void *arg) {
	unsigned seed = (unsigned)(long)arg;
	zoo_name("reader");
	for (int i = 0; i < 150; i++) {
		long long from = now();
		pthread_rwlock_rdlock(&table);
		if (now() - from > ZOO_BLOCKED) zoo_waited("rwlock-read", SYNC, BY_ACTS, &table, from);
		burn(150 * US);
		released();
		burn(300 * US);
		zoo_sleep(1 * MS + jitter(&seed, 1 * MS));
	}
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	zoo_object(&table, sizeof table, "rwlock");
	pthread_t t[READERS];
	for (long i = 0; i < READERS; i++) t[i] = start(reader, (void *)(i + 11));
	zoo_name("writer");
	unsigned seed = 6;
	for (int i = 0; i < 12; i++) {
		zoo_sleep(20 * MS + jitter(&seed, 10 * MS));
		long long from = now();
		pthread_rwlock_wrlock(&table);
		if (now() - from > ZOO_BLOCKED) zoo_waited("rwlock-write", SYNC, BY_ACTS, &table, from);
		burn(200 * US);
		released();
	}
	for (int i = 0; i < READERS; i++) join(t[i]);
	zoo_end();
}
