// A thread runs shortly on one CPU, then on another, and so on.
#include "zoo.h"

int main(int argc, char **argv) {
	zoo_begin(argc, argv);
	zoo_fault("E7");
	zoo_name("nomad");
	unsigned seed = 1;
	for (int i = 0; i < 400; i++) {
		pin(i % cpus());
		burn(400 * US);
		zoo_sleep(400 * US + jitter(&seed, 800 * US));
	}
	zoo_end();
}
