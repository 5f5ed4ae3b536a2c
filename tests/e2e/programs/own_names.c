/* SPDX-License-Identifier: Apache-2.0 */
/* The program defines functions with names of the C library, beside functions of the library
 * that keep data for each rank. */
/* e2e: flags=-fno-builtin ranks=1,2,4 */
#include <signal.h>
#include <time.h>

#include "check.h"

long random(void) {
  return 42;
}
int kill(pid_t process, int number) {
  return (int)process + number;
}
char* asctime(const struct tm* time) {
  return time->tm_year == 70 ? "the first year" : "another";
}

int main(int argc, char** argv) {
  const time_t start = 100000;
  MPI_Init(&argc, &argv);
  CHECK(signal(SIGUSR2, SIG_IGN) != SIG_ERR);
  srand(7);
  const int number = rand();
  srand(7);
  CHECK(rand() == number);
  printf("rank %d: %ld %d %s\n", world_rank(), random(), kill(1, 2), asctime(gmtime(&start)));
  MPI_Finalize();
  exit(0);
}
