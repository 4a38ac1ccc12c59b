// Waits for processes, and of stopped ones.
#include "kinds.h"
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

static const int token;

static void child(void) {
	nap(LATER);
	zoo_last_act(&token);
	_exit(0);
}

static void fork_and(const char *kind, void (*wait)(pid_t)) {
	pid_t pid = fork();
	need(pid);
	if (pid == 0) child();
	WAIT(kind, SYNC, BY_ACTS, &token, wait(pid));
}

static void w_waitpid(pid_t pid) { waitpid(pid, NULL, 0); }
static void w_waitid(pid_t pid) {
	siginfo_t info;
	waitid(P_PID, (id_t)pid, &info, WEXITED);
}

static void spawn(void) { // a child that shares the memory: the parent waits
	long long from = now();
	pid_t pid = vfork();
	if (pid == 0) {
		syscall(SYS_nanosleep, &(struct timespec){0, LATER}, NULL);
		_exit(0);
	}
	zoo_waited("vfork", SYNC, BY_UNSAID, NULL, from);
	waitpid(pid, NULL, 0);
}

// stopped logs of a child how long it was stopped for sure.
static void stopped(bool traced) {
	pid_t pid = fork();
	need(pid);
	if (pid == 0) {
		zoo_name(traced ? "traced" : "stopped");
		if (traced) ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		for (;;) nap(100 * MS);
	}
	nap(LATER);
	kill(pid, SIGSTOP);
	waitpid(pid, NULL, WUNTRACED);
	long long from = now();
	nap(LATER);
	struct zoo_record *r = zoo_add("wait", (unsigned long)&token);
	r->at[1] = now();
	r->at[0] = from;
	r->tid = pid;
	r->category = SYNC;
	r->kind = traced ? "ptrace-stop" : "stopped";
	r->by = BY_UNSAID;
	if (traced)
		ptrace(PTRACE_CONT, pid, NULL, NULL);
	else
		kill(pid, SIGCONT);
	nap(LATER);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static atomic_bool over;

static void *busy(void *arg) {
	zoo_name("busy");
	pin(0);
	while (!atomic_load(&over)) burn(100 * US);
	return arg;
}

// yields gives up a CPU that another thread wants. No thread is waited for.
static void yields(void) {
	pthread_t t = start(busy, NULL);
	pin(0);
	for (int i = 0; i < 10 * ROUNDS; i++) WAIT("sched_yield", YIELD, BY_UNSAID, NULL, sched_yield());
	atomic_store(&over, true);
	join(t);
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	for (int i = 0; i < ROUNDS; i++) {
		fork_and("waitpid", w_waitpid);
		fork_and("waitid", w_waitid);
		spawn();
		stopped(false);
		stopped(true);
	}
	yields();
	zoo_end();
}
