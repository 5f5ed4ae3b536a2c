/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>

int shared_counter = 100;
extern int common_array[100];
static int total_calls, sum;

const char* unit_name(void) {
  return "other";
}

void add(int n) {
  int all;
  MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  shared_counter += n;
  sum += all;
  common_array[4]++;
  total_calls += 2;
}

int total(void) {
  return sum * 1000 + total_calls;
}
__attribute__((weak)) int weak_answer(void) {
  return 1;
}
