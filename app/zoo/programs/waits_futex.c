// Waits on futexes, by the system calls themselves.
#include "kinds.h"
#include <linux/futex.h>

static unsigned word;

static long futex(int op, unsigned value, const struct timespec *timeout, unsigned bits) {
	return syscall(SYS_futex, &word, op, value, timeout, NULL, bits);
}

static void ready(void) { __atomic_store_n(&word, 0, __ATOMIC_SEQ_CST); }

static void wait_with(int op, long long timeout) {
	struct timespec t = {0, timeout}, *limit = timeout ? &t : NULL;
	while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0)
		if (futex(op, 0, limit, FUTEX_BITSET_MATCH_ANY) == -1 && errno == ETIMEDOUT) return;
}

static void wake_with(int op) {
	__atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
	futex(op, 1, NULL, FUTEX_BITSET_MATCH_ANY);
}

static void w_private(void) { wait_with(FUTEX_WAIT_PRIVATE, 0); }
static void a_private(void) { wake_with(FUTEX_WAKE_PRIVATE); }
static void w_shared(void) { wait_with(FUTEX_WAIT, 0); }
static void a_shared(void) { wake_with(FUTEX_WAKE); }
static void w_bitset(void) { wait_with(FUTEX_WAIT_BITSET_PRIVATE, 0); }
static void a_bitset(void) { wake_with(FUTEX_WAKE_BITSET_PRIVATE); }
static void w_limit(void) { wait_with(FUTEX_WAIT_PRIVATE, 500 * MS); }
static void w_expires(void) { wait_with(FUTEX_WAIT_PRIVATE, LATER); }

static void w_bitset_expires(void) {
	long long at = now() + LATER;
	struct timespec t = {at / 1000000000LL, at % 1000000000LL};
	futex(FUTEX_WAIT_BITSET_PRIVATE, 0, &t, FUTEX_BITSET_MATCH_ANY);
}

#ifdef SYS_futex_waitv
static void wait_many(long long timeout) {
	struct futex_waitv w = {.uaddr = (unsigned long)&word, .flags = FUTEX_32 | FUTEX_PRIVATE_FLAG};
	long long at = now() + timeout;
	struct timespec t = {at / 1000000000LL, at % 1000000000LL};
	syscall(SYS_futex_waitv, &w, 1, 0, timeout ? &t : NULL, CLOCK_MONOTONIC);
}
static void w_many(void) { wait_many(0); }
static void w_many_expires(void) { wait_many(LATER); }
#endif

static unsigned pi;
static sem_t pi_taken, pi_give;

static void *pi_owner(void *arg) {
	zoo_name("pi-owner");
	for (;;) {
		while (sem_wait(&pi_give) == -1) {}
		struct zoo_record *h = zoo_add("hold", (unsigned long)&pi);
		h->at[0] = now();
		h->at[2] = h->at[3] = FOREVER; // where the program ends before it is released
		syscall(SYS_futex, &pi, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0);
		h->at[1] = now();
		sem_post(&pi_taken);
		nap(LATER);
		h->at[2] = now();
		ACT(&pi, syscall(SYS_futex, &pi, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0));
		h->at[3] = now();
	}
	return arg;
}

static void pi_wait(void) {
	sem_post(&pi_give);
	while (sem_wait(&pi_taken) == -1) {}
	struct zoo_record *h = zoo_add("hold", (unsigned long)&pi);
	h->at[0] = now();
	WAIT("futex-lock-pi", SYNC, BY_ACTS, &pi, syscall(SYS_futex, &pi, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0));
	h->at[1] = h->at[2] = now();
	syscall(SYS_futex, &pi, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0);
	h->at[3] = now();
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_object(&word, sizeof word, "word");
	zoo_object(&pi, sizeof pi, "mutex");
	zoo_object(&pi_taken, sizeof pi_taken, "sem");
	zoo_object(&pi_give, sizeof pi_give, "sem");
	static const struct kind kinds[] = {
	    {"futex", SYNC, w_private, a_private, ready, NULL},
	    {"futex-shared", SYNC, w_shared, a_shared, ready, NULL},
	    {"futex-bitset", SYNC, w_bitset, a_bitset, ready, NULL},
	    {"futex-limit-woken", SYNC, w_limit, a_private, ready, NULL},
	    {"futex-timeout", SLEEP, w_expires, NULL, ready, NULL},
	    {"futex-bitset-timeout", SLEEP, w_bitset_expires, NULL, ready, NULL},
#ifdef SYS_futex_waitv
	    {"futex_waitv", SYNC, w_many, a_private, ready, NULL},
	    {"futex_waitv-timeout", SLEEP, w_many_expires, NULL, ready, NULL},
#endif
	};
	RUN(kinds);
	start(pi_owner, NULL);
	for (int i = 0; i < ROUNDS; i++) pi_wait();
	zoo_end();
}
