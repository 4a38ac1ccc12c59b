// Waits for locks on files, and for messages and semaphores of System V and POSIX.
#include "kinds.h"
#include <mqueue.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

static int mine, other, messages, sems;
static mqd_t queue;

static void must(long n) {
	if (n == -1) fail("ipc");
}

static void r_flock(void) { must(flock(other, LOCK_EX)); }
static void w_flock(void) {
	must(flock(mine, LOCK_EX));
	must(flock(mine, LOCK_UN));
}
static void a_flock(void) { must(flock(other, LOCK_UN)); }

// Locks that belong to the open file, so that two threads can have them.
static void lock(int fd, int how, int type) {
	struct flock f = {.l_type = (short)type, .l_whence = SEEK_SET, .l_len = 1};
	must(fcntl(fd, how, &f));
}
static void r_fcntl(void) { lock(other, F_OFD_SETLKW, F_WRLCK); }
static void w_fcntl(void) {
	lock(mine, F_OFD_SETLKW, F_WRLCK);
	lock(mine, F_OFD_SETLKW, F_UNLCK);
}
static void a_fcntl(void) { lock(other, F_OFD_SETLKW, F_UNLCK); }

struct message {
	long type;
	char text[8];
};
static void w_msgrcv(void) {
	struct message m;
	must(msgrcv(messages, &m, sizeof m.text, 0, 0));
}
static void a_msgsnd(void) {
	struct message m = {1, "hello"};
	must(msgsnd(messages, &m, sizeof m.text, 0));
}

static void change(int n) {
	struct sembuf b = {0, (short)n, 0};
	must(semop(sems, &b, 1));
}
static void w_semop(void) { change(-1); }
static void a_semop(void) { change(1); }
static void w_semtimedop(void) {
	struct sembuf b = {0, -1, 0};
	must(semtimedop(sems, &b, 1, &(struct timespec){0, 500 * MS}));
}

static char letter[64];
static void w_mq(void) { must(mq_receive(queue, letter, sizeof letter, NULL)); }
static void a_mq(void) { must(mq_send(queue, "hello", 5, 0)); }

static sigset_t signals;
static pthread_t self;
static void w_sigwait(void) {
	int n;
	sigwait(&signals, &n);
}
static void a_sigwait(void) { pthread_kill(self, SIGUSR1); }

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	self = pthread_self();
	sigemptyset(&signals);
	sigaddset(&signals, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	char path[PATH_MAX];
	mine = zoo_file(4096, 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", mine);
	must(other = open(path, O_RDWR));
	must(messages = msgget(IPC_PRIVATE, 0600));
	must(sems = semget(IPC_PRIVATE, 1, 0600));
	snprintf(path, sizeof path, "/zoo-%d", getpid());
	struct mq_attr a = {.mq_maxmsg = 4, .mq_msgsize = sizeof letter};
	must(queue = mq_open(path, O_CREAT | O_RDWR, 0600, &a));
	mq_unlink(path);
	static const struct kind kinds[] = {
	    {"flock", SYNC, w_flock, a_flock, r_flock, NULL},
	    {"fcntl-lock", SYNC, w_fcntl, a_fcntl, r_fcntl, NULL},
	    {"msgrcv", SYNC, w_msgrcv, a_msgsnd, NULL, NULL},
	    {"semop", SYNC, w_semop, a_semop, NULL, NULL},
	    {"semtimedop-woken", SYNC, w_semtimedop, a_semop, NULL, NULL},
	    {"mq_receive", SYNC, w_mq, a_mq, NULL, NULL},
	    {"sigwait", SLEEP, w_sigwait, a_sigwait, NULL, NULL},
	};
	RUN(kinds);
	msgctl(messages, IPC_RMID, NULL);
	semctl(sems, 0, IPC_RMID);
	zoo_end();
}
