/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: flags=-pthread ranks=1,2,4 */
/* A handler that prints while it interrupts the rank in the middle of printing. The rank prints
 * into a pipe that no process empties before the signal is on its way. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check.h"

static volatile sig_atomic_t handled;
static pthread_t printing;
static int ends[2];
static long received;
static int capacity;
enum { page = 4096 };

static void print(int number) {
  printf("signal %d\n", number);
  fflush(stdout);
  handled++;
}

static void* empty(void* unused) {
  (void)unused;
  int waiting = 0;
  while (waiting <= capacity - page) CHECK(ioctl(ends[0], FIONREAD, &waiting) == 0);
  pthread_kill(printing, SIGUSR1);
  char text[page];
  for (ssize_t n; (n = read(ends[0], text, sizeof text)) > 0;) received += n;
  return NULL;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  char path[64], line[page];
  pthread_t reader;
  CHECK(pipe(ends) == 0);
  capacity = fcntl(ends[1], F_SETPIPE_SZ, 4 * page);
  CHECK(capacity > page);
  CHECK(signal(SIGUSR1, print) != SIG_ERR);
  printing = pthread_self();
  printf("rank %d prints\n", world_rank());
  fflush(stdout);
  snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
  CHECK(freopen(path, "w", stdout));
  close(ends[1]);
  CHECK(pthread_create(&reader, NULL, empty, NULL) == 0);
  memset(line, 'x', sizeof line - 1); /* with the end of the line, a page of the pipe */
  line[sizeof line - 1] = 0;
  for (int i = 0; i < 40; i++) {
    puts(line);
    fflush(stdout);
  }
  fclose(stdout);
  pthread_join(reader, NULL);
  CHECK(handled == 1);
#ifdef BAMBOO_MPI_H /* the C library writes more than once what was interrupted */
  CHECK(received == 40 * page + (long)strlen("signal 10\n"));
#endif
  MPI_Finalize();
  return 0;
}
