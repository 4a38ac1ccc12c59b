// Waits for completions of io_uring, by the system calls themselves. It logs no wait
// where the kernel does not permit io_uring.
#include "kinds.h"
#include <linux/io_uring.h>

static int ring, pipes[2], file;
static unsigned *sq_tail, *sq_mask, *sq_array, *cq_head, *cq_tail;
static struct io_uring_sqe *sqes;
static char *buffer;
static off_t at;

static void submit_and_wait(unsigned char op, int fd, unsigned size, off_t offset) {
	unsigned tail = *sq_tail, i = tail & *sq_mask;
	sqes[i] = (struct io_uring_sqe){.opcode = op, .fd = fd, .addr = (unsigned long)buffer, .len = size, .off = (unsigned long)offset};
	sq_array[i] = i;
	__atomic_store_n(sq_tail, tail + 1, __ATOMIC_RELEASE);
	while (syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) == -1)
		if (errno != EINTR) fail("io_uring_enter");
	__atomic_store_n(cq_head, __atomic_load_n(cq_tail, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}

static void w_pipe(void) { submit_and_wait(IORING_OP_READ, pipes[0], 1, -1); }
static void a_pipe(void) {
	if (write(pipes[1], "x", 1) != 1) fail("write");
}
static void w_file(void) {
	at = (at + (1 << 20)) % (8 << 20);
	submit_and_wait(IORING_OP_READ, file, 1 << 20, at);
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	struct io_uring_params p = {0};
	ring = (int)syscall(SYS_io_uring_setup, 4, &p);
	if (ring == -1) zoo_end();
	char *sq = mmap(NULL, p.sq_off.array + p.sq_entries * sizeof(unsigned), PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
	char *cq = mmap(NULL, p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_CQ_RING);
	sqes = mmap(NULL, p.sq_entries * sizeof *sqes, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
	if (sq == MAP_FAILED || cq == MAP_FAILED || sqes == MAP_FAILED) fail("mmap");
	sq_tail = (unsigned *)(sq + p.sq_off.tail), sq_mask = (unsigned *)(sq + p.sq_off.ring_mask), sq_array = (unsigned *)(sq + p.sq_off.array);
	cq_head = (unsigned *)(cq + p.cq_off.head), cq_tail = (unsigned *)(cq + p.cq_off.tail);
	need(pipe(pipes));
	file = zoo_file(8 << 20, O_DIRECT);
	if (posix_memalign((void **)&buffer, 4096, 1 << 20) != 0) fail("memory");
	memset(buffer, 0, 1 << 20);
	static const struct kind kinds[] = {
	    {"io_uring-pipe", IO, w_pipe, a_pipe, NULL, BY_UNSAID},
	    {"io_uring-file", IO, w_file, NULL, NULL, BY_UNSAID},
	};
	RUN(kinds);
	zoo_end();
}
