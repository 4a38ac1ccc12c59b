// Waits in the functions of the threads library.
#include "kinds.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, cond_mutex = PTHREAD_MUTEX_INITIALIZER, pi_mutex;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t sem, taken, take;
static bool flag;

static struct timespec in(long long ns) {
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	long long at = t.tv_sec * 1000000000LL + t.tv_nsec + ns;
	return (struct timespec){at / 1000000000LL, at % 1000000000LL};
}

static void w_cond_for(long long limit) {
	struct timespec t = in(limit);
	pthread_mutex_lock(&cond_mutex);
	while (!flag)
		if (pthread_cond_timedwait(&cond, &cond_mutex, &t) == ETIMEDOUT) break;
	flag = false;
	pthread_mutex_unlock(&cond_mutex);
}
static void w_cond(void) {
	pthread_mutex_lock(&cond_mutex);
	while (!flag) pthread_cond_wait(&cond, &cond_mutex);
	flag = false;
	pthread_mutex_unlock(&cond_mutex);
}
static void a_cond(void) {
	pthread_mutex_lock(&cond_mutex);
	flag = true;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&cond_mutex);
}
static void w_cond_limit(void) { w_cond_for(500 * MS); }
static void w_cond_expires(void) { w_cond_for(LATER); }

static void w_barrier(void) { pthread_barrier_wait(&barrier); }
static void w_sem(void) {
	while (sem_wait(&sem) == -1) {}
}
static void a_sem(void) { sem_post(&sem); }
static void w_sem_expires(void) {
	struct timespec t = in(LATER);
	sem_timedwait(&sem, &t);
}
static void w_sem_limit(void) {
	struct timespec t = in(500 * MS);
	sem_timedwait(&sem, &t);
}

// What is held by a thread of its own for a while, and asked for meanwhile.
struct held {
	const char *kind, *category;
	int (*take)(void);
	int (*give)(void);
	int (*ask)(void);
	int (*undo)(void); // nothing where the ask got nothing
	const void *object;
};
static const struct held *held;

static int lock_mutex(void) { return pthread_mutex_lock(&mutex); }
static int lock_mutex_expires(void) {
	struct timespec t = in(1 * MS);
	return pthread_mutex_timedlock(&mutex, &t);
}
static int unlock_mutex(void) { return pthread_mutex_unlock(&mutex); }
static int lock_pi(void) { return pthread_mutex_lock(&pi_mutex); }
static int unlock_pi(void) { return pthread_mutex_unlock(&pi_mutex); }
static int lock_read(void) { return pthread_rwlock_rdlock(&rwlock); }
static int lock_write(void) { return pthread_rwlock_wrlock(&rwlock); }
static int unlock_rw(void) { return pthread_rwlock_unlock(&rwlock); }

static void *holder(void *arg) {
	zoo_name("holder");
	for (;;) {
		while (sem_wait(&take) == -1) {}
		long long asked = now();
		held->take();
		long long got = now();
		sem_post(&taken);
		nap(LATER);
		long long from = now();
		held->give();
		long long to = now();
		struct zoo_record *a = zoo_add("act", (unsigned long)held->object);
		a->at[0] = from, a->at[1] = to;
		struct zoo_record *h = zoo_add("hold", (unsigned long)held->object);
		h->at[0] = asked, h->at[1] = got, h->at[2] = from, h->at[3] = to;
		sem_post(&taken);
	}
	return arg;
}

static void ask(const struct held *h) {
	held = h;
	sem_post(&take);
	while (sem_wait(&taken) == -1) {}
	long long from = now();
	int failed = h->ask();
	long long got = now();
	if (!h->undo && failed == 0)
		h->give(); // the holder was quicker than the time-out: not what was asked for
	else
		zoo_waited(h->kind, h->category, h->undo ? BY_ACTS : BY_NOBODY, h->object, from);
	if (h->undo) {
		long long releasing = now();
		h->undo();
		struct zoo_record *r = zoo_add("hold", (unsigned long)h->object);
		r->at[0] = from, r->at[1] = got, r->at[2] = releasing, r->at[3] = now();
	}
	while (sem_wait(&taken) == -1) {}
}

static void *brief(void *arg) {
	zoo_name("brief");
	nap(LATER);
	zoo_last_act(arg);
	return NULL;
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	pthread_mutexattr_t pi;
	pthread_mutexattr_init(&pi);
	pthread_mutexattr_setprotocol(&pi, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&pi_mutex, &pi);
	pthread_barrier_init(&barrier, NULL, 2);
	sem_init(&sem, 0, 0);
	sem_init(&taken, 0, 0);
	sem_init(&take, 0, 0);
	zoo_object(&mutex, sizeof mutex, "mutex");
	zoo_object(&cond_mutex, sizeof cond_mutex, "unlogged");
	zoo_object(&pi_mutex, sizeof pi_mutex, "mutex");
	zoo_object(&rwlock, sizeof rwlock, "rwlock");
	zoo_object(&cond, sizeof cond, "cond");
	zoo_object(&barrier, sizeof barrier, "barrier");
	zoo_object(&sem, sizeof sem, "sem");
	zoo_object(&taken, sizeof taken, "sem");
	zoo_object(&take, sizeof take, "sem");
	static const struct kind kinds[] = {
	    {"cond", SYNC, w_cond, a_cond, NULL, NULL},
	    {"cond-limit-woken", SYNC, w_cond_limit, a_cond, NULL, NULL},
	    {"cond-timeout", SLEEP, w_cond_expires, NULL, NULL, NULL},
	    {"barrier", SYNC, w_barrier, w_barrier, NULL, NULL},
	    {"sem", SYNC, w_sem, a_sem, NULL, NULL},
	    {"sem-limit-woken", SYNC, w_sem_limit, a_sem, NULL, NULL},
	    {"sem-timeout", SLEEP, w_sem_expires, NULL, NULL, NULL},
	};
	RUN(kinds);
	static const struct held all[] = {
	    {"mutex", SYNC, lock_mutex, unlock_mutex, lock_mutex, unlock_mutex, &mutex},
	    {"mutex-timeout", SLEEP, lock_mutex, unlock_mutex, lock_mutex_expires, NULL, &mutex},
	    {"mutex-pi", SYNC, lock_pi, unlock_pi, lock_pi, unlock_pi, &pi_mutex},
	    {"rwlock-read", SYNC, lock_write, unlock_rw, lock_read, unlock_rw, &rwlock},
	    {"rwlock-write", SYNC, lock_read, unlock_rw, lock_write, unlock_rw, &rwlock},
	};
	start(holder, NULL);
	for (int round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) ask(&all[i]);
		static int token;
		pthread_t t = start(brief, &token);
		WAIT("join", SYNC, BY_ACTS, &token, pthread_join(t, NULL));
	}
	zoo_end();
}
