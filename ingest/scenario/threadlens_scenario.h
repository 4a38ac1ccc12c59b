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

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#include <evntprov.h>

static REGHANDLE tls_provider_ TLS_UNUSED;

/* Whole clock ticks; see doc.go. */
static TLS_UNUSED int64_t tls_cpu_(void) {
	FILETIME created, exited, kernel, user;
	if (!GetThreadTimes(GetCurrentThread(), &created, &exited, &kernel, &user)) return 0;
	return 100 * (int64_t)((((uint64_t)kernel.dwHighDateTime << 32) | kernel.dwLowDateTime) +
	                       (((uint64_t)user.dwHighDateTime << 32) | user.dwLowDateTime));
}
static TLS_UNUSED int64_t tls_now_(void) {
	LARGE_INTEGER count, rate;
	QueryPerformanceCounter(&count);
	QueryPerformanceFrequency(&rate);
	return count.QuadPart / rate.QuadPart * 1000000000 + count.QuadPart % rate.QuadPart * 1000000000 / rate.QuadPart;
}
static TLS_UNUSED long tls_thread_(void) { return (long)GetCurrentThreadId(); }

/* Registers the provider Threadlens.Scenario; 0 or -1. */
static TLS_UNUSED int tls_open_system_(void) {
	static const GUID id = {0xd6434340, 0x9934, 0x574f, {0x04, 0x99, 0x97, 0x09, 0x31, 0x9a, 0x48, 0xb8}};
	return EventRegister(&id, NULL, NULL, &tls_provider_) == ERROR_SUCCESS ? 0 : -1;
}
static TLS_UNUSED void tls_close_system_(void) { EventUnregister(tls_provider_); }
static TLS_UNUSED int tls_heard_(int64_t now) {
	(void)now;
	return tls_state.open && EventProviderEnabled(tls_provider_, 4, 0);
}

/* The activity of a span. */
static TLS_UNUSED GUID tls_activity_(int64_t span) {
	GUID id = {0, 0x4c54, 0x6373, {0}};
	id.Data1 = GetCurrentProcessId();
	memcpy(id.Data4, &span, sizeof span);
	return id;
}

/* Writes an event as etw.go beside this file describes it. */
static TLS_UNUSED int tls_mark_(char kind, const char *name, const tls_span *s, const tls_took *t) {
	static const char traits[] = "\x16\0Threadlens.Scenario"; /* 22 bytes with the zero behind it */
	static const char fields[] = "Span\0\x09" "Parent\0\x09" "Correlation\0\x09" "ElapsedNS\0\x09" "CPUNS\0\x09" "Name\0\x82\x23";
	const char *word = kind == 'S' ? "Begin" : kind == 'F' ? "End" : kind == 's' ? "Step" : kind == 'm' ? "Message" : "Flag";
	const UCHAR opcode = kind == 'S' ? 1 : kind == 'F' ? 2 : kind == 's' ? 10 : kind == 'm' ? 11 : 0;
	const EVENT_DESCRIPTOR what = {0, 0, 11, 4, opcode, 0, 0};
	char schema[sizeof fields + 16];
	unsigned size = (unsigned)(3 + strlen(word) + 1 + sizeof fields - 1);
	int64_t numbers[5] = {0, 0, 0, 0, -1};
	EVENT_DATA_DESCRIPTOR data[4];
	GUID own, parent;
	schema[0] = (char)size;
	schema[1] = schema[2] = 0;
	memcpy(schema + 3, word, strlen(word) + 1);
	memcpy(schema + 4 + strlen(word), fields, sizeof fields - 1);
	if (s != NULL) {
		numbers[0] = s->id;
		numbers[1] = s->parent;
		numbers[2] = s->correlation;
		own = tls_activity_(s->id);
		parent = tls_activity_(s->parent);
	}
	if (t != NULL) {
		numbers[3] = t->elapsed;
		numbers[4] = t->cpu;
	}
	EventDataDescCreate(&data[0], traits, sizeof traits);
	EventDataDescCreate(&data[1], schema, size);
	EventDataDescCreate(&data[2], numbers, sizeof numbers);
	EventDataDescCreate(&data[3], name, (ULONG)strlen(name) + 1);
	data[0].Reserved = 2; /* the kind of data: of the provider, and of the event */
	data[1].Reserved = 1;
	return EventWriteTransfer(tls_provider_, &what, s != NULL ? &own : NULL, s != NULL && s->parent != 0 ? &parent : NULL, 4, data) == ERROR_SUCCESS;
}

#define TLS_ADD_(p, n) (InterlockedExchangeAdd64((volatile LONG64 *)(p), (n)) + (n))
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
static TLS_UNUSED int tls_heard_(int64_t now) {
	int64_t next;
	if (!tls_state.open) return 0;
	if (tls_state.always) return 1;
	next = tls_state.next;
	if (now >= next && __sync_bool_compare_and_swap(&tls_state.next, next, now + TLS_LOOK_EVERY)) tls_state.heard = tls_look_();
	return tls_state.heard;
}

/* Writes a mark as a line, as doc.go beside this file describes it. */
static TLS_UNUSED int tls_mark_(char kind, const char *name, const tls_span *s, const tls_took *t) {
	char line[TLS_MAX_LINE];
	const size_t size = sizeof line;
	size_t at = (size_t)snprintf(line, size, "%c|%ld|%s|", kind == 'S' || kind == 'F' ? kind : 'I', tls_process_(), name);
	if (s == NULL)
		at += (size_t)snprintf(line + at, size - at, "tl1 %c", kind);
	else if (kind == 's')
		at += (size_t)snprintf(line + at, size - at, "tl1 s=%" PRId64, s->id);
	else
		at += (size_t)snprintf(line + at, size - at, "%" PRId64 "|tl1", s->id);
	if (t != NULL) at += (size_t)snprintf(line + at, size - at, " e=%" PRId64, t->elapsed);
	if (t != NULL && t->cpu >= 0) at += (size_t)snprintf(line + at, size - at, " t=%" PRId64, t->cpu);
	if (s != NULL && s->correlation != 0) at += (size_t)snprintf(line + at, size - at, " c=%" PRId64, s->correlation);
	if (s != NULL && s->parent != 0 && kind != 's') at += (size_t)snprintf(line + at, size - at, " p=%" PRId64, s->parent);
	return write(tls_state.fd, line, at) == (ssize_t)at;
}
#endif

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

static TLS_UNUSED void tls_put_(char kind, const char *name, const tls_span *s, const tls_took *t) {
	if (!tls_mark_(kind, name, s, t)) (void)TLS_ADD_(&tls_state.lost, 1);
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
	tls_span s;
	memset(&s, 0, sizeof s);
	if ((parent != NULL && parent->id == 0) || !tls_heard_(s.begin = tls_now_())) return s;
	tls_name_(s.name, name);
	s.id = TLS_ADD_(&tls_state.last, 1);
	s.parent = parent != NULL ? parent->id : 0;
	s.correlation = correlation == 0 && parent != NULL ? parent->correlation : correlation;
	s.thread = tls_thread_();
	tls_put_('S', s.name, &s, NULL);
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

/* Marks that a part of the span is done. */
static TLS_UNUSED tls_took tls_step(const tls_span *s, const char *name) {
	char shown[TLS_MAX_NAME + 2];
	tls_took t = {0, -1};
	if (s->id == 0 || !tls_state.open) return t;
	t = tls_took_(s);
	tls_name_(shown, name);
	tls_put_('s', shown, s, &t);
	return t;
}

/* Ends a span, and forgets it: a second call does nothing. */
static TLS_UNUSED tls_took tls_end(tls_span *s) {
	tls_took t = {0, -1};
	if (s->id == 0 || !tls_state.open) return t;
	t = tls_took_(s);
	tls_put_('F', s->name, s, &t);
	s->id = 0;
	return t;
}

static TLS_UNUSED void tls_point_(const char *text, char kind) {
	char shown[TLS_MAX_NAME + 2];
	if (!tls_heard_(tls_now_())) return;
	tls_name_(shown, text);
	tls_put_(kind, shown, NULL, NULL);
}

/* Marks an instant. */
static TLS_UNUSED void tls_flag(const char *name) { tls_point_(name, 'f'); }

/* Marks an instant with a text of the moment. */
static TLS_UNUSED void tls_message(const char *text) { tls_point_(text, 'm'); }

/* How many marks could not be written. */
static TLS_UNUSED int64_t tls_lost(void) { return tls_state.lost; }

#endif
