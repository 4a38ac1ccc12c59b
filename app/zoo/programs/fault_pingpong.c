// Two threads on two CPUs hand a token to each other and back, thousands of times.
#include "zoo.h"

enum { BURSTS = 10, TURNS = 120 };
static sem_t ping, pong;

static void *echo(void *arg) {
	zoo_name("pong");
	pin(cpus() - 1);
	for (int i = 0; i < BURSTS * TURNS; i++) {
		zoo_sem_wait(&ping, "sem", SYNC);
		zoo_sem_post(&pong);
	}
	return arg;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E14");
	zoo_object(&ping, sizeof ping, "sem");
	zoo_object(&pong, sizeof pong, "sem");
	sem_init(&ping, 0, 0);
	sem_init(&pong, 0, 0);
	pthread_t t = start(echo, NULL);
	zoo_name("ping");
	pin(0);
	for (int k = 0; k < BURSTS; k++) {
		for (int i = 0; i < TURNS; i++) {
			zoo_sem_post(&ping);
			zoo_sem_wait(&pong, "sem", SYNC);
		}
		zoo_sleep(25 * MS);
	}
	join(t);
	zoo_end();
}
