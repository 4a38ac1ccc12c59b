/* A server of workers, each of which computes, and then sleeps, a number of times; beside them a
   thread that computes all the time and one that only waits. Flags plant one difference each:
   planted [-w workers] [-l: share a lock] [-n: nice 19 for workers] [-s ms: one more sleep] */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int locked, niced, more;
static volatile int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t now(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void compute(int ms)
{
	int64_t end = now(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000LL;
	while (now(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static void rest(int ms)
{
	struct timespec t = {0, ms * 1000000L};
	nanosleep(&t, NULL);
}

static void name(const char *of, long i)
{
	char text[16];
	snprintf(text, sizeof text, "%s-%ld", of, i);
	pthread_setname_np(pthread_self(), text);
}

static void *work(void *arg)
{
	int64_t end = now(CLOCK_MONOTONIC) + 1500000000LL;
	name("worker", (long)arg);
	if (niced)
		setpriority(PRIO_PROCESS, syscall(SYS_gettid), 19);
	while (now(CLOCK_MONOTONIC) < end) {
		if (locked)
			pthread_mutex_lock(&lock);
		compute(3);
		if (locked)
			pthread_mutex_unlock(&lock);
		rest(3);
		if (more)
			rest(more);
	}
	return NULL;
}

static void *burn(void *arg)
{
	name("burner", (long)arg);
	while (!done)
		compute(1);
	return NULL;
}

static void *wait_only(void *arg)
{
	name("idle", (long)arg);
	while (!done)
		rest(200);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t workers[16], others[2];
	int n = 4, option;
	while ((option = getopt(argc, argv, "w:lns:")) != -1) {
		switch (option) {
		case 'w': n = atoi(optarg); break;
		case 'l': locked = 1; break;
		case 'n': niced = 1; break;
		case 's': more = atoi(optarg); break;
		}
	}
	pthread_create(&others[0], NULL, burn, (void *)0);
	pthread_create(&others[1], NULL, wait_only, (void *)1);
	for (long i = 0; i < n; i++)
		pthread_create(&workers[i], NULL, work, (void *)i);
	for (int i = 0; i < n; i++)
		pthread_join(workers[i], NULL);
	done = 1;
	pthread_join(others[0], NULL);
	pthread_join(others[1], NULL);
	return 0;
}
