// A thread that waits for a flag without leaving its CPU.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static double spun;

static double clock_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void *spin_until_ready(void *rounds)
{
	pthread_setname_np(pthread_self(), "looker");
	for (int i = 1; i <= *(int *)rounds; i++) {
		double begin = clock_now();
		while (atomic_load(&ready) < i)
			;
		spun += clock_now() - begin;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int rounds = 40;
	double begin = clock_now();
	if (argc < 2 || pthread_create(&thread, NULL, spin_until_ready, &rounds))
		return 1;
	pthread_setname_np(pthread_self(), "worker");
	for (int i = 0; i < rounds; i++) {
		usleep(50000);
		atomic_fetch_add(&ready, 1);
	}
	pthread_join(thread, NULL);
	FILE *f = fopen(argv[1], "w");
	if (!f)
		return 1;
	fprintf(f, "spun %.3f s\nshare %.1f %%\n", spun, 100 * spun / (clock_now() - begin));
	return fclose(f) != 0;
}
