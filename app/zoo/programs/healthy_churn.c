// As a compilation: many short processes, as many at a time as there are CPUs.
#include "zoo.h"

enum { UNITS = 30 };
static int sources;

static void compile(int i) {
	static char text[1 << 18];
	unsigned seed = (unsigned)i + 9;
	zoo_name("unit");
	if (pread(sources, text, sizeof text, 0) == -1) fail("pread");
	burn(10 * MS + jitter(&seed, 12 * MS));
	static const int token;
	zoo_last_act(&token);
	_exit(0);
}

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_healthy();
	sources = zoo_file(1 << 20, 0);
	int running = 0;
	for (int i = 0; i < UNITS; i++) {
		if (running == cpus()) {
			WAIT("waitpid", SYNC, BY_UNSAID, NULL, need(waitpid(-1, NULL, 0)));
			running--;
		}
		pid_t pid = fork();
		need(pid);
		if (pid == 0) compile(i);
		running++;
	}
	for (; running > 0; running--) WAIT("waitpid", SYNC, BY_UNSAID, NULL, need(waitpid(-1, NULL, 0)));
	zoo_end();
}
