// A program that waits in many ways, one after the other: a kind of wait is a
// function that waits, and one that another thread runs a while later to end it.
#ifndef KINDS_H
#define KINDS_H

#include "zoo.h"

struct kind {
	const char *name, *category;
	void (*wait)(void);
	void (*act)(void);   // nothing: no thread ends the wait
	void (*ready)(void); // before the wait, nothing: there is nothing to do
	const char *by;      // instead of what act says
};

enum { ROUNDS = 10 };
#define LATER (3 * MS) // after which a wait is ended

static const struct kind *helper_kind;
static sem_t helper_go, helper_done;

static void *helper(void *arg) {
	zoo_name("helper");
	for (;;) {
		sem_wait(&helper_go);
		nap(LATER);
		const struct kind *k = helper_kind;
		if (k->by)
			k->act();
		else
			ACT(k, k->act());
		sem_post(&helper_done);
	}
	return arg;
}

static void run_kind(const struct kind *k) {
	if (k->ready) k->ready();
	helper_kind = k;
	if (k->act) sem_post(&helper_go);
	const char *by = k->by ? k->by : k->act ? BY_ACTS : BY_NOBODY;
	WAIT(k->name, k->category, by, k, k->wait());
	if (k->act) sem_wait(&helper_done);
}

static UNUSED void run_kinds(const struct kind *list, size_t n) {
	sem_init(&helper_go, 0, 0);
	sem_init(&helper_done, 0, 0);
	zoo_object(&helper_go, sizeof helper_go, "sem");
	zoo_object(&helper_done, sizeof helper_done, "sem");
	start(helper, NULL);
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < n; i++) run_kind(&list[i]);
}

#define RUN(list) run_kinds(list, sizeof list / sizeof list[0])

#endif
