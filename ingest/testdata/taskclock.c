// What the recordings taskclock_* are of: COUNT threads that use MS, 2 × MS, ... ms of
// CPU time, with naps between, and print how much their own clock says it was.
//
//	cc -O1 -pthread taskclock.c -o spin
//	perf record -k CLOCK_MONOTONIC -e task-clock -F 999 -o taskclock_F999.perf.data -- ./spin 2 60
//	perf record -k CLOCK_MONOTONIC -e task-clock -c 2000000 -o taskclock_c2ms.perf.data -- ./spin 2 60
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long ms;

static long long used(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *run(void *p) {
  long n = (long)p;
  long long end = ms * (n + 1) * 1000000LL;
  volatile unsigned long x = 0;
  while (used() < end) {
    for (long long since = used(); used() - since < 3700000;)
      for (int i = 0; i < 1000; i++) x += i;
    usleep(1300);
  }
  printf("%ld\t%ld\t%lld\n", n, (long)syscall(SYS_gettid), used());
  return 0;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  pthread_t t[64];
  ms = atol(argv[2]);
  printf("thread\ttid\tthread_cpu_ns\n");
  for (long i = 0; i < count; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < count; i++) pthread_join(t[i], 0);
  return 0;
}
