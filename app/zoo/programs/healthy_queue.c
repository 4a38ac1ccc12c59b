// A producer and a consumer with a bounded queue, both with about as much to do.
#include "zoo.h"

enum { ITEMS = 150, ROOM = 8 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static int queued;

static void *consumer(void *arg) {
	unsigned seed = 7;
	zoo_name("consumer");
	for (int i = 0; i < ITEMS; i++) {
		zoo_lock(&lock);
		while (queued == 0) zoo_cond_wait(&some, &lock, "cond", SYNC);
		queued--;
		ACT(&room, pthread_cond_signal(&room));
		zoo_unlock(&lock);
		burn(1 * MS + jitter(&seed, 2 * MS));
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	zoo_object(&lock, sizeof lock, "mutex");
	zoo_object(&some, sizeof some, "cond");
	zoo_object(&room, sizeof room, "cond");
	pthread_t t = start(consumer, NULL);
	zoo_name("producer");
	unsigned seed = 8;
	for (int i = 0; i < ITEMS; i++) {
		burn(1 * MS + jitter(&seed, 2 * MS));
		zoo_lock(&lock);
		while (queued == ROOM) zoo_cond_wait(&room, &lock, "cond", SYNC);
		queued++;
		ACT(&some, pthread_cond_signal(&some));
		zoo_unlock(&lock);
	}
	join(t);
	zoo_end();
}
