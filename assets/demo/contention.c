/*
 * contention - the program behind the demo trace of Threadlens.
 *
 * A small request server with one lock that everybody needs, and one moment in
 * which the thread that holds the lock loses its processor:
 *
 *   worker-1 .. worker-4   take a request, work on it, then update a shared
 *                          table under the lock "table_lock"; worker-1 is bound
 *                          to the first processor, the others to the second
 *   heartbeat, metrics     periodic threads, bound to the second processor, that
 *                          wake on the very same tick: one waits for the other
 *   flusher                writes past the page cache and waits for the disk
 *   janitor                wakes four times a second and has next to nothing to do
 *   scanner                another process, real-time priority, bound to the
 *                          first processor; it runs for a millisecond now and
 *                          then, and once for SCAN_MS while worker-1 holds the
 *                          lock
 *
 * usage: contention [SCRATCH_FILE]     run the story, print what really happened
 *        contention --soak CPU         keep CPU from going idle, until killed
 *
 * All times that are printed are CLOCK_MONOTONIC in nanoseconds, the clock that
 * record.sh tells perf to use, so that they can be compared with the trace.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	US = 1000,
	MS = 1000 * US,
	WORKERS = 4,
	ROUNDS = 24,          /* requests a worker gets */
	ROUND_MS = 30,        /* one request each in this time */
	INCIDENT = 12,        /* the round in which the holder is preempted */
	REBUILD_MS = 8,       /* CPU time under the lock in that round */
	SCAN_AFTER_MS = 3,    /* the scanner comes this long after the round began */
	SCAN_MS = 40,         /* and stays this long */
	TICK_MS = 50,         /* heartbeat and metrics */
	FLUSH_MS = 130,
	FLUSH_BLOCKS = 6,
	BLOCK = 128 * 1024,
	JANITOR_MS = 250,
	SCAN_ROUNDS = 5,      /* every so many rounds the scanner has a quick look */
	FIRST_CPU = 0,        /* of worker-1 and the scanner */
	SECOND_CPU = 1,       /* of the other workers, heartbeat and metrics */
};

/* When each worker's request of the incident comes, after the round began. */
static const long long incident_start[WORKERS] = {0, 1 * MS, 12 * MS, 21 * MS};

struct acquisition {
	long long requested, acquired, released;
};

struct worker {
	int tid;
	long long cpu;
	struct acquisition lock[ROUNDS];
};

struct scan { /* shared with the scanner process */
	int pid;
	long long began, ended;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct worker workers[WORKERS];
static struct scan *scan;
static long long start; /* of round 0 */
static const char *scratch = "contention.scratch";

static long long clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void sleep_until(long long ns)
{
	struct timespec t = {ns / 1000000000LL, ns % 1000000000LL};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
}

static void __attribute__((noinline)) spin(long long n)
{
	for (volatile long long i = 0; i < n; i++)
		;
}

static long long spins_per_ms;

static void calibrate(void)
{
	const long long n = 400 * 1000;

	for (int i = 0; i < 8; i++) {
		long long t = clock_ns(CLOCK_MONOTONIC);
		long long rate;

		spin(n);
		rate = n * MS / (clock_ns(CLOCK_MONOTONIC) - t);
		if (rate > spins_per_ms)
			spins_per_ms = rate;
	}
}

/* Uses ns of this thread's CPU time. The CPU clock is read twice a millisecond
 * and not more often: each read makes the kernel emit a sched_stat_runtime event. */
static void __attribute__((noinline)) compute(long long ns)
{
	long long end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + ns;

	while ((ns = end - clock_ns(CLOCK_THREAD_CPUTIME_ID)) > 0) {
		long long step = ns > MS / 2 ? MS / 2 : ns;

		spin(step * spins_per_ms / MS + 1);
	}
}

static void bind_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (cpu < sysconf(_SC_NPROCESSORS_ONLN) && sched_setaffinity(0, sizeof set, &set))
		perror("contention: sched_setaffinity");
}

static void __attribute__((noinline)) update_table(struct acquisition *a, long long work)
{
	a->requested = clock_ns(CLOCK_MONOTONIC);
	pthread_mutex_lock(&table_lock);
	a->acquired = clock_ns(CLOCK_MONOTONIC);
	compute(work);
	a->released = clock_ns(CLOCK_MONOTONIC);
	pthread_mutex_unlock(&table_lock);
}

/* Requests come at irregular moments of a round, save in the incident, where
 * each has its place: the rebuild first, the others while it is held up. */
static void *serve(void *arg)
{
	static const char *const names[WORKERS] = {"worker-1", "worker-2", "worker-3", "worker-4"};
	int id = (int)(long)arg;
	struct worker *w = &workers[id];
	unsigned seed = id + 1;

	pthread_setname_np(pthread_self(), names[id]);
	w->tid = gettid();
	bind_to(id == 0 ? FIRST_CPU : SECOND_CPU);
	for (int r = 0; r < ROUNDS; r++) {
		long long at = start + (long long)r * ROUND_MS * MS;
		long long parse = MS + rand_r(&seed) % (3 * MS);
		long long update = MS / 2 + rand_r(&seed) % (3 * MS / 2);
		long long jitter = rand_r(&seed) % (12 * MS);

		if (r == INCIDENT) {
			sleep_until(at + incident_start[id]);
			update_table(&w->lock[r], id == 0 ? REBUILD_MS * MS : MS);
			continue;
		}
		sleep_until(at + jitter);
		compute(parse);
		update_table(&w->lock[r], update);
	}
	w->cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	return NULL;
}

static long long finish(void)
{
	return start + (long long)ROUNDS * ROUND_MS * MS;
}

/* heartbeat and metrics: both wake at every multiple of TICK_MS. */
static void *tick(void *name)
{
	pthread_setname_np(pthread_self(), name);
	bind_to(SECOND_CPU);
	for (long long at = start; at < finish(); at += TICK_MS * MS) {
		sleep_until(at);
		compute(2 * MS);
	}
	return NULL;
}

static void *flush(void *arg)
{
	void *block;
	int fd = open(scratch, O_RDWR | O_CREAT | O_TRUNC | O_DIRECT, 0600);

	(void)arg;
	pthread_setname_np(pthread_self(), "flusher");
	if (fd < 0 || posix_memalign(&block, 4096, BLOCK)) {
		perror("contention: scratch file");
		return NULL;
	}
	memset(block, 'x', BLOCK);
	for (long long at = start + 20 * MS; at < finish(); at += FLUSH_MS * MS) {
		sleep_until(at);
		for (int i = 0; i < FLUSH_BLOCKS; i++)
			if (pwrite(fd, block, BLOCK, (off_t)i * BLOCK) != BLOCK)
				perror("contention: pwrite");
		fdatasync(fd);
	}
	free(block);
	close(fd);
	unlink(scratch);
	return NULL;
}

static void *sweep(void *arg)
{
	(void)arg;
	pthread_setname_np(pthread_self(), "janitor");
	for (long long at = start + 70 * MS; at < finish(); at += JANITOR_MS * MS) {
		sleep_until(at);
		compute(200 * US);
	}
	return NULL;
}

/* The other process. Its long scan falls into the incident. */
static void run_scanner(void)
{
	struct sched_param fifo = {.sched_priority = 50};

	scan->pid = getpid();
	prctl(PR_SET_NAME, "scanner");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	bind_to(FIRST_CPU);
	if (sched_setscheduler(0, SCHED_FIFO, &fifo)) {
		perror("contention: real-time priority (run it as root)");
		_exit(1);
	}
	for (int r = INCIDENT % SCAN_ROUNDS; r < ROUNDS; r += SCAN_ROUNDS) {
		sleep_until(start + (long long)r * ROUND_MS * MS + SCAN_AFTER_MS * MS);
		if (r != INCIDENT) {
			compute(MS);
			continue;
		}
		scan->began = clock_ns(CLOCK_MONOTONIC);
		compute(SCAN_MS * MS);
		scan->ended = clock_ns(CLOCK_MONOTONIC);
	}
	_exit(0);
}

static void print_truth(void)
{
	printf("# contention pid=%d clock=CLOCK_MONOTONIC unit=ns workers=%d rounds=%d incident_round=%d\n",
	       getpid(), WORKERS, ROUNDS, INCIDENT);
	printf("\n# the incident: who asked for the lock, got it, gave it back\n"
	       "thread,tid,requested,acquired,released\n");
	for (int i = 0; i < WORKERS; i++) {
		struct acquisition *a = &workers[i].lock[INCIDENT];

		printf("worker-%d,%d,%lld,%lld,%lld\n", i + 1, workers[i].tid,
		       a->requested, a->acquired, a->released);
	}
	printf("\n# the scan that took worker-1's processor\n"
	       "process,pid,began,ended\nscanner,%d,%lld,%lld\n", scan->pid, scan->began, scan->ended);
	printf("\n# whole run; waits are those of the lock, acquired - requested\n"
	       "thread,tid,cpu,acquisitions,longest_wait,longest_wait_outside_incident\n");
	for (int i = 0; i < WORKERS; i++) {
		long long longest = 0, outside = 0;

		for (int r = 0; r < ROUNDS; r++) {
			long long wait = workers[i].lock[r].acquired - workers[i].lock[r].requested;

			if (wait > longest)
				longest = wait;
			if (wait > outside && r != INCIDENT)
				outside = wait;
		}
		printf("worker-%d,%d,%lld,%d,%lld,%lld\n", i + 1, workers[i].tid,
		       workers[i].cpu, ROUNDS, longest, outside);
	}
}

static void run_story(void)
{
	pthread_t thread[WORKERS + 4];
	int n = 0;

	calibrate();
	start = clock_ns(CLOCK_MONOTONIC) + 30 * MS;
	scan = mmap(NULL, sizeof *scan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (scan == MAP_FAILED) {
		perror("contention: mmap");
		exit(1);
	}
	if (fork() == 0)
		run_scanner();
	for (long i = 0; i < WORKERS; i++)
		pthread_create(&thread[n++], NULL, serve, (void *)i);
	pthread_create(&thread[n++], NULL, tick, "heartbeat");
	pthread_create(&thread[n++], NULL, tick, "metrics");
	pthread_create(&thread[n++], NULL, flush, NULL);
	pthread_create(&thread[n++], NULL, sweep, NULL);
	/* Not in pthread_join: that would be a wait on a futex too, and the longest one. */
	sleep_until(finish() + 30 * MS);
	while (n > 0)
		pthread_join(thread[--n], NULL);
	wait(NULL);
	print_truth();
}

/* Runs at idle priority, so that it takes next to no time from anybody. */
static void soak(int cpu)
{
	struct sched_param idle = {0};

	bind_to(cpu);
	sched_setscheduler(0, SCHED_IDLE, &idle);
	prctl(PR_SET_NAME, "idle-soak");
	for (;;)
		spin(1000 * 1000);
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "--soak") == 0)
		soak(atoi(argv[2]));
	if (argc > 1)
		scratch = argv[1];
	run_story();
	return 0;
}
