/*
 * threadlens_scenario.h: marks of what a program does, for C99 and C++.
 *
 * One header, nothing to link on Linux; on Windows advapi32. Each file that
 * includes it has its own state, so call tls_open in each, or mark from one.
 *
 *     tls_open(0);                            // 0: only while Threadlens records
 *     tls_span s = tls_begin("load", 0, 0);
 *     tls_step(&s, "parsed");
 *     tls_span child = tls_begin("decode", &s, 0);
 *     tls_end(&child);
 *     tls_end(&s);
 *     tls_flag("cache full");
 *     tls_message("anything");
 *     tls_close();
 *
 * A mark belongs to the thread that makes it; an end on another thread than the
 * begin has no CPU time. Without a successful tls_open, or where the environment
 * says THREADLENS_SCENARIO=off, nothing is recorded. What is written, and where, is
 * described in doc.go beside this file. tls_open and tls_close are not to be
 * called while other threads mark.
 */
#ifndef THREADLENS_SCENARIO_H
#define THREADLENS_SCENARIO_H

#if !defined(_WIN32) && !defined(_GNU_SOURCE) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define TLS_UNUSED __attribute__((unused))
#else
#define TLS_UNUSED
#endif

/* A span. Of one that is not recorded id is 0. */
typedef struct tls_span {
	char name[201];
	int64_t id, parent, correlation;
	int64_t begin, cpu; /* ns */
	long thread;
} tls_span;

/* What a span has taken, ns; cpu is -1 on another thread than the begin's. */
typedef struct tls_took {
	int64_t elapsed, cpu;
} tls_took;

enum { TLS_LOOK_EVERY = 50000000 /* ns between looks whether somebody records */ };
enum { TLS_MAX_LINE = 384, TLS_MAX_NAME = 200 };

static struct {
	int open, always, fd;
	char folder[64];        /* of the recordings */
	volatile int64_t next;  /* look */
	volatile int heard;
	volatile int64_t last;  /* number of a span */
	volatile int64_t lost;  /* marks that could not be written */
} tls_state TLS_UNUSED = {0, 0, -1, "", 0, 0, 0, 0};

#if defined(_WIN32)
#include "threadlens_scenario_windows.h"
#else

#include <dirent.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

static TLS_UNUSED int64_t tls_clock_(clockid_t id) {
	struct timespec t;
	if (clock_gettime(id, &t) != 0) return 0;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
static TLS_UNUSED int64_t tls_now_(void) { return tls_clock_(CLOCK_MONOTONIC); }
static TLS_UNUSED int64_t tls_cpu_(void) { return tls_clock_(CLOCK_THREAD_CPUTIME_ID); }

/* The calling thread, 0 where that is not known. */
static TLS_UNUSED long tls_thread_(void) {
#if defined(__linux__)
	extern long syscall(long, ...);
	return syscall(SYS_gettid);
#else
	return 0;
#endif
}
static TLS_UNUSED long tls_process_(void) { return (long)getpid(); }

/* Opens trace_marker; 0, or -1 with errno set. */
static TLS_UNUSED int tls_open_system_(void) {
	static const char *const paths[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
	size_t i;
	for (i = 0; i < sizeof paths / sizeof *paths; i++) {
		char path[64];
		snprintf(path, sizeof path, "%s/trace_marker", paths[i]);
		tls_state.fd = open(path, O_WRONLY | O_CLOEXEC);
		if (tls_state.fd >= 0) {
			snprintf(tls_state.folder, sizeof tls_state.folder, "%s/instances", paths[i]);
			return 0;
		}
	}
	return -1;
}

static TLS_UNUSED void tls_close_system_(void) { close(tls_state.fd); }

static TLS_UNUSED int tls_write_(const char *line, size_t n) {
	return write(tls_state.fd, line, n) == (ssize_t)n;
}

/* Whether Threadlens records; where it must not look, it may. */
static TLS_UNUSED int tls_look_(void) {
	struct dirent *d;
	int found = 0;
	DIR *dir = opendir(tls_state.folder);
	if (dir == NULL) return 1;
	while (!found && (d = readdir(dir)) != NULL) found = strncmp(d->d_name, "threadlens-", 11) == 0;
	closedir(dir);
	return found;
}

#define TLS_ADD_(p, n) __sync_add_and_fetch((p), (n))
#define TLS_SWAP_(p, from, to) __sync_bool_compare_and_swap((p), (from), (to))
#endif

static TLS_UNUSED int tls_heard_(int64_t now) {
	int64_t next;
	if (!tls_state.open) return 0;
	if (tls_state.always) return 1;
	next = tls_state.next;
	if (now >= next && TLS_SWAP_(&tls_state.next, next, now + TLS_LOOK_EVERY)) tls_state.heard = tls_look_();
	return tls_state.heard;
}

/* Copies a name without what would end it, cut at a whole character of UTF-8. */
static TLS_UNUSED void tls_name_(char *to, const char *name) {
	size_t i, n = strlen(name);
	if (n > TLS_MAX_NAME) {
		n = TLS_MAX_NAME;
		while (n > 0 && ((unsigned char)name[n] & 0xc0) == 0x80) n--;
	}
	for (i = 0; i < n; i++) {
		unsigned char c = (unsigned char)name[i];
		to[i] = c == '|' ? '/' : c < ' ' || c == 0x7f ? ' ' : (char)c;
	}
	if (n == 0) to[n++] = '?';
	to[n] = 0;
}

static TLS_UNUSED void tls_put_(const char *line, int n) {
	if (n <= 0 || n >= TLS_MAX_LINE || !tls_write_(line, (size_t)n)) (void)TLS_ADD_(&tls_state.lost, 1);
}

/* Opens what the system records; 0, or -1 with errno set. With always marks are
 * written whether or not Threadlens records. */
static TLS_UNUSED int tls_open(int always) {
	const char *word = getenv("THREADLENS_SCENARIO");
	if (tls_state.open || (word != NULL && strcmp(word, "off") == 0)) return 0;
	if (tls_open_system_() != 0) return -1;
	tls_state.always = always;
	tls_state.next = 0;
	/* Numbers begin elsewhere in each file and each run, as those of the Go package. */
	tls_state.last = (tls_now_() / 1000 + (int64_t)((uintptr_t)&tls_state >> 4)) % (1 << 20) << 24;
	tls_state.open = 1;
	return 0;
}

static TLS_UNUSED void tls_close(void) {
	if (!tls_state.open) return;
	tls_state.open = 0;
	tls_close_system_();
}

/* Begins a span, inside of parent (or 0), of a correlation (or 0: the parent's). */
static TLS_UNUSED tls_span tls_begin(const char *name, const tls_span *parent, int64_t correlation) {
	char line[TLS_MAX_LINE], more[64] = "", in[32] = "";
	tls_span s;
	memset(&s, 0, sizeof s);
	if ((parent != NULL && parent->id == 0) || !tls_heard_(s.begin = tls_now_())) return s;
	tls_name_(s.name, name);
	s.id = TLS_ADD_(&tls_state.last, 1);
	s.parent = parent != NULL ? parent->id : 0;
	s.correlation = correlation == 0 && parent != NULL ? parent->correlation : correlation;
	s.thread = tls_thread_();
	if (s.correlation != 0) snprintf(more, sizeof more, " c=%" PRId64, s.correlation);
	if (s.parent != 0) snprintf(in, sizeof in, " p=%" PRId64, s.parent);
	tls_put_(line, snprintf(line, sizeof line, "S|%ld|%s|%" PRId64 "|tl1%s%s", tls_process_(), s.name, s.id, more, in));
	s.cpu = tls_cpu_(); /* the last thing, so that writing the mark is not in it */
	return s;
}

static TLS_UNUSED tls_took tls_took_(const tls_span *s) {
	tls_took t;
	int64_t cpu = tls_cpu_();
	t.elapsed = tls_now_() - s->begin;
	t.cpu = s->thread != 0 && s->thread == tls_thread_() ? cpu - s->cpu : -1;
	return t;
}

/* The keys of a step and an end, but for the parent's. */
static TLS_UNUSED void tls_keys_(char *to, size_t n, const tls_span *s, const tls_took *t) {
	int at = snprintf(to, n, " e=%" PRId64, t->elapsed);
	if (t->cpu >= 0) at += snprintf(to + at, n - (size_t)at, " t=%" PRId64, t->cpu);
	if (s->correlation != 0) snprintf(to + at, n - (size_t)at, " c=%" PRId64, s->correlation);
}

/* Marks that a part of a span is done. */
static TLS_UNUSED tls_took tls_step(const tls_span *s, const char *name) {
	char line[TLS_MAX_LINE], keys[96], shown[TLS_MAX_NAME + 2];
	tls_took t = {0, -1};
	if (s->id == 0 || !tls_state.open) return t;
	t = tls_took_(s);
	tls_name_(shown, name);
	tls_keys_(keys, sizeof keys, s, &t);
	tls_put_(line, snprintf(line, sizeof line, "I|%ld|%s|tl1 s=%" PRId64 "%s", tls_process_(), shown, s->id, keys));
	return t;
}

/* Ends a span, and forgets it: a second call does nothing. */
static TLS_UNUSED tls_took tls_end(tls_span *s) {
	char line[TLS_MAX_LINE], keys[96], in[32] = "";
	tls_took t = {0, -1};
	if (s->id == 0 || !tls_state.open) return t;
	t = tls_took_(s);
	tls_keys_(keys, sizeof keys, s, &t);
	if (s->parent != 0) snprintf(in, sizeof in, " p=%" PRId64, s->parent);
	tls_put_(line, snprintf(line, sizeof line, "F|%ld|%s|%" PRId64 "|tl1%s%s", tls_process_(), s->name, s->id, keys, in));
	s->id = 0;
	return t;
}

static TLS_UNUSED void tls_point_(const char *text, char kind) {
	char line[TLS_MAX_LINE], shown[TLS_MAX_NAME + 2];
	if (!tls_heard_(tls_now_())) return;
	tls_name_(shown, text);
	tls_put_(line, snprintf(line, sizeof line, "I|%ld|%s|tl1 %c", tls_process_(), shown, kind));
}

/* Marks an instant. */
static TLS_UNUSED void tls_flag(const char *name) { tls_point_(name, 'f'); }

/* Marks an instant with a text of the moment. */
static TLS_UNUSED void tls_message(const char *text) { tls_point_(text, 'm'); }

/* How many marks could not be written. */
static TLS_UNUSED int64_t tls_lost(void) { return tls_state.lost; }

#endif
