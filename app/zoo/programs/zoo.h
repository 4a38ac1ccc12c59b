// What the programs of the zoo share: they log on CLOCK_MONOTONIC what their own
// threads did, so that a recording of them can be judged. README.md describes the
// log. A log is kept in memory that children share, present from the start, and
// written at the end: logging neither waits nor faults.
#ifndef ZOO_H
#define ZOO_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

// The categories that a wait may have by its nature.
#define SYNC "Synchronization"
#define IO "IO"
#define SLEEP "Sleep"
#define MEMORY "MemoryManagement"
#define WORK "WaitForWork"
#define YIELD "Preemption"

#define MS 1000000LL
#define US 1000LL
#define FOREVER LLONG_MAX

enum { ZOO_RECORDS = 1 << 16 };

// By whom a wait is ended.
#define BY_ACTS "acts"     // a thread that logs an act on the same object
#define BY_NOBODY "nobody" // no thread: a timer, a device
#define BY_UNSAID "unsaid" // the program does not know

struct zoo_record {
	const char *type, *kind, *category, *by;
	pid_t tid;
	unsigned long object;
	long long at[4];
};

struct zoo_log {
	atomic_long count;
	struct zoo_record records[ZOO_RECORDS];
};

static struct zoo_log *zoo_log;
static const char *zoo_path;
static pid_t zoo_pid;

static inline long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline pid_t tid(void) { return (pid_t)syscall(SYS_gettid); }

static void fail(const char *what) {
	perror(what);
	_exit(1);
}

// need ends the program where a call that must work does not.
#define need(call)                     \
	do {                               \
		if ((call) == -1) fail(#call); \
	} while (0)

static UNUSED struct zoo_record *zoo_add(const char *type, unsigned long object) {
	long i = atomic_fetch_add(&zoo_log->count, 1);
	if (i >= ZOO_RECORDS) {
		fputs("the log is full\n", stderr);
		_exit(1);
	}
	struct zoo_record *r = &zoo_log->records[i];
	r->tid = tid();
	r->object = object;
	r->type = type;
	return r;
}

static UNUSED void zoo_begin(int argc, char **argv) {
	if (argc != 2) {
		fprintf(stderr, "usage: %s LOG\n", argv[0]);
		_exit(2);
	}
	zoo_path = argv[1];
	zoo_pid = getpid();
	zoo_log = mmap(NULL, sizeof *zoo_log, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (zoo_log == MAP_FAILED) fail("mmap");
}

// zoo_name names the calling thread. The kernel keeps 15 bytes.
static UNUSED void zoo_name(const char *name) {
	prctl(PR_SET_NAME, name);
	zoo_add("thread", 0)->kind = name;
}

// zoo_waited logs a call that may have waited.
static UNUSED void zoo_waited(const char *kind, const char *category, const char *by, const void *object, long long from) {
	struct zoo_record *r = zoo_add("wait", (unsigned long)object);
	r->kind = kind;
	r->category = category;
	r->by = by;
	r->at[0] = from;
	r->at[1] = now();
}

// WAIT logs a call that waits, of its kind and category.
#define WAIT(kind, category, by, object, ...)               \
	do {                                                    \
		long long from_ = now();                            \
		__VA_ARGS__;                                        \
		zoo_waited(kind, category, by, object, from_);      \
	} while (0)

// ACT logs a call that ends waits for an object.
#define ACT(object, ...)                                              \
	do {                                                              \
		long long from_ = now();                                      \
		__VA_ARGS__;                                                  \
		struct zoo_record *r_ = zoo_add("act", (unsigned long)(object)); \
		r_->at[0] = from_;                                            \
		r_->at[1] = now();                                            \
	} while (0)

// zoo_last_act logs that whatever the thread wakes from now on, it wakes by an act
// on the object: its end.
static UNUSED void zoo_last_act(const void *object) {
	struct zoo_record *r = zoo_add("act", (unsigned long)object);
	r->at[0] = now();
	r->at[1] = FOREVER;
}

// zoo_object says what lies at an address: mutex, rwlock, cond, barrier, sem, word.
static UNUSED void zoo_object(const void *object, size_t size, const char *type) {
	struct zoo_record *r = zoo_add("object", (unsigned long)object);
	r->kind = type;
	r->at[0] = (long long)size;
}

// What a thread holds: the innermost last.
struct zoo_held {
	const void *lock;
	struct zoo_record *record;
};
static _Thread_local struct zoo_held zoo_held[8];
static _Thread_local int zoo_helds;

enum { ZOO_BLOCKED = 20000 }; // ns: a call on a lock that took less is not logged as a wait

static UNUSED void zoo_lock_as(pthread_mutex_t *m, const char *kind) {
	long long asked = now();
	pthread_mutex_lock(m);
	long long got = now();
	if (got - asked > ZOO_BLOCKED) zoo_waited(kind, SYNC, BY_ACTS, m, asked);
	struct zoo_record *r = zoo_add("hold", (unsigned long)m);
	r->at[0] = asked;
	r->at[1] = got;
	r->at[2] = r->at[3] = FOREVER;
	zoo_held[zoo_helds++] = (struct zoo_held){m, r};
}

// zoo_lock takes a mutex, and logs that the thread holds it.
static UNUSED void zoo_lock(pthread_mutex_t *m) { zoo_lock_as(m, "mutex"); }

static UNUSED void zoo_unlock(pthread_mutex_t *m) {
	struct zoo_record *r = zoo_held[--zoo_helds].record;
	if (zoo_held[zoo_helds].lock != m) fail("locks are released in the wrong order");
	long long from = now();
	pthread_mutex_unlock(m);
	r->at[3] = now();
	r->at[2] = from;
	struct zoo_record *a = zoo_add("act", (unsigned long)m);
	a->at[0] = from;
	a->at[1] = r->at[3];
}

// zoo_cond_wait waits for a condition, without the mutex meanwhile.
static UNUSED void zoo_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, const char *kind, const char *category) {
	struct zoo_held *h = &zoo_held[zoo_helds - 1];
	if (h->lock != m) fail("waits with another mutex");
	long long from = now();
	h->record->at[2] = from;
	pthread_cond_wait(c, m);
	long long to = now();
	h->record->at[3] = to; // released somewhere between
	zoo_waited(kind, category, BY_ACTS, c, from);
	h->record = zoo_add("hold", (unsigned long)m);
	h->record->at[0] = from;
	h->record->at[1] = to;
	h->record->at[2] = h->record->at[3] = FOREVER;
	// The mutex was released inside: that may have ended a wait for it.
	struct zoo_record *a = zoo_add("act", (unsigned long)m);
	a->at[0] = from;
	a->at[1] = to;
}

// zoo_rule logs a fault that the program has, by the rule that must find it.
static UNUSED void zoo_fault(const char *rule) { zoo_add("fault", 0)->kind = rule; }

// zoo_also logs a rule that may find the same fault: what it says is true as well.
static UNUSED void zoo_also(const char *rule) { zoo_add("also", 0)->kind = rule; }

// zoo_healthy logs that nothing is wrong with the program.
static UNUSED void zoo_healthy(void) { zoo_add("healthy", 0); }

static UNUSED void zoo_write(FILE *f, const struct zoo_record *r) {
	switch (r->type[0]) {
	case 'w':
		fprintf(f, "wait %d %s %s %s %lx %lld %lld\n", r->tid, r->kind, r->category, r->by, r->object, r->at[0], r->at[1]);
		break;
	case 'o':
		fprintf(f, "object %s %lx %lld\n", r->kind, r->object, r->at[0]);
		break;
	case 't':
		fprintf(f, "thread %d %s\n", r->tid, r->kind);
		break;
	case 'h':
		if (r->type[1] == 'e')
			fputs("healthy\n", f);
		else
			fprintf(f, "hold %d %lx %lld %lld %lld %lld\n", r->tid, r->object, r->at[0], r->at[1], r->at[2], r->at[3]);
		break;
	case 'f':
		fprintf(f, "fault %s\n", r->kind);
		break;
	default:
		if (r->type[1] == 'l')
			fprintf(f, "also %s\n", r->kind);
		else
			fprintf(f, "act %d %lx %lld %lld\n", r->tid, r->object, r->at[0], r->at[1]);
	}
}

// zoo_end writes the log and ends the program, whatever its threads do.
static UNUSED void zoo_end(void) {
	FILE *f = fopen(zoo_path, "w");
	if (!f) fail(zoo_path);
	fprintf(f, "zoo %d\n", zoo_pid);
	long n = atomic_load(&zoo_log->count);
	for (long i = 0; i < n; i++)
		if (zoo_log->records[i].type) zoo_write(f, &zoo_log->records[i]);
	if (fclose(f) != 0) fail(zoo_path);
	_exit(0);
}

// What threads do.

static UNUSED void nap(long long ns) {
	struct timespec t = {ns / 1000000000LL, ns % 1000000000LL};
	while (nanosleep(&t, &t) == -1 && errno == EINTR) {
	}
}

// zoo_sleep sleeps, and logs it.
static UNUSED void zoo_sleep(long long ns) { WAIT("nanosleep", SLEEP, BY_NOBODY, NULL, nap(ns)); }

// until sleeps up to an instant of CLOCK_MONOTONIC, and logs it.
static UNUSED void until(long long at) {
	struct timespec t = {at / 1000000000LL, at % 1000000000LL};
	WAIT("clock_nanosleep-abs", SLEEP, BY_NOBODY, NULL,
	     while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {});
}

static inline long long cpu_time(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// burn uses CPU time.
static UNUSED void burn(long long ns) {
	volatile unsigned x = 1;
	for (long long end = cpu_time() + ns; cpu_time() < end;)
		for (int i = 0; i < 2000; i++) x = x * 1664525 + 1013904223;
}

// jitter is a number below n that looks random and is the same in every run.
static UNUSED long long jitter(unsigned *seed, long long n) {
	*seed = *seed * 1664525 + 1013904223;
	return (long long)(((unsigned long long)(*seed >> 8) * (unsigned long long)n) >> 24);
}

static UNUSED pthread_t start(void *(*f)(void *), void *arg) {
	pthread_t t;
	if (pthread_create(&t, NULL, f, arg) != 0) fail("pthread_create");
	return t;
}

static UNUSED void join(pthread_t t) {
	WAIT("join", SYNC, BY_UNSAID, NULL, pthread_join(t, NULL));
}

static UNUSED void pin(int cpu) {
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	need(sched_setaffinity(0, sizeof set, &set));
}

static UNUSED int cpus(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

static UNUSED void policy(int kind, int priority) {
	struct sched_param p = {.sched_priority = priority};
	need(sched_setscheduler(0, kind, &p));
}

// zoo_sem_wait and zoo_sem_post log a semaphore.
static UNUSED void zoo_sem_wait(sem_t *s, const char *kind, const char *category) {
	WAIT(kind, category, BY_ACTS, s, while (sem_wait(s) == -1 && errno == EINTR) {});
}

static UNUSED void zoo_sem_post(sem_t *s) { ACT(s, sem_post(s)); }

// zoo_file makes a file of a size beside the log, opened with flags, that no longer
// has a name.
static UNUSED int zoo_file(size_t size, int flags) {
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s.file.%d", zoo_path, tid());
	int plain = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
	if (plain == -1) fail(path);
	static char block[1 << 16];
	memset(block, 'z', sizeof block);
	for (size_t n = 0; n < size; n += sizeof block)
		if (write(plain, block, sizeof block) != (ssize_t)sizeof block) fail(path);
	need(fsync(plain));
	posix_fadvise(plain, 0, 0, POSIX_FADV_DONTNEED);
	int fd = open(path, O_RDWR | flags);
	if (fd == -1) fail(path);
	close(plain);
	unlink(path);
	return fd;
}

#endif
