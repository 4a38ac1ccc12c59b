// Waits for a disk.
#include "kinds.h"
#include <linux/aio_abi.h>
#include <sys/sendfile.h>

enum { SIZE = 8 << 20, BLOCK = 1 << 20 };
static int direct, plain, sync_fd, pipes[2], null_fd;
static char *block, *mapped;
static off_t at;
static aio_context_t aio;
static char drain[1 << 16];

static void must(ssize_t n) {
	if (n < 0) fail("file");
}
static void next(void) { at = (at + BLOCK) % SIZE; }
static void forget(void) {
	next();
	posix_fadvise(plain, 0, 0, POSIX_FADV_DONTNEED);
}
static void dirty(void) {
	next();
	must(pwrite(plain, block, BLOCK, at));
}

static void w_direct_read(void) { must(pread(direct, block, BLOCK, at)); }
static void w_direct_write(void) { must(pwrite(direct, block, BLOCK, at)); }
static void w_read(void) { must(pread(plain, block, BLOCK, at)); }
static void w_fsync(void) { must(fsync(plain)); }
static void w_fdatasync(void) { must(fdatasync(plain)); }
static void w_sync_write(void) { must(pwrite(sync_fd, block, 65536, at)); }
static void w_sync_range(void) {
	must(sync_file_range(plain, at, BLOCK, SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER));
}
static void r_msync(void) {
	next();
	memset(mapped + at, (int)(at >> 20) + 1, BLOCK);
}
static void w_msync(void) { must(msync(mapped + at, BLOCK, MS_SYNC)); }
static void w_sendfile(void) {
	off_t from = at;
	must(sendfile(pipes[1], plain, &from, 65536 / 2));
	must(read(pipes[0], drain, sizeof drain));
}
static void w_aio(void) {
	struct iocb one = {.aio_fildes = (unsigned)direct, .aio_lio_opcode = IOCB_CMD_PREAD, .aio_buf = (unsigned long)block, .aio_nbytes = BLOCK, .aio_offset = at};
	struct iocb *list = &one;
	struct io_event e;
	must(syscall(SYS_io_submit, aio, 1, &list));
	must(syscall(SYS_io_getevents, aio, 1, 1, &e, NULL));
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s.data", zoo_path);
	plain = zoo_file(SIZE, 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", plain);
	need(direct = open(path, O_RDWR | O_DIRECT));
	need(sync_fd = open(path, O_RDWR | O_SYNC));
	need(null_fd = open("/dev/null", O_WRONLY));
	need(pipe(pipes));
	if (posix_memalign((void **)&block, 4096, BLOCK) != 0) fail("memory");
	memset(block, 'y', BLOCK);
	mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, plain, 0);
	if (mapped == MAP_FAILED) fail("mmap");
	need(syscall(SYS_io_setup, 4, &aio));
	static const struct kind kinds[] = {
	    {"file-direct-read", IO, w_direct_read, NULL, next, NULL},
	    {"file-direct-write", IO, w_direct_write, NULL, next, NULL},
	    {"file-read", IO, w_read, NULL, forget, NULL},
	    {"fsync", IO, w_fsync, NULL, dirty, BY_UNSAID},
	    {"fdatasync", IO, w_fdatasync, NULL, dirty, BY_UNSAID},
	    {"file-sync-write", IO, w_sync_write, NULL, next, BY_UNSAID},
	    {"sync_file_range", IO, w_sync_range, NULL, dirty, BY_UNSAID},
	    {"msync", IO, w_msync, NULL, r_msync, BY_UNSAID},
	    {"sendfile", IO, w_sendfile, NULL, forget, NULL},
	    {"aio", IO, w_aio, NULL, next, NULL},
	};
	RUN(kinds);
	zoo_end();
}
