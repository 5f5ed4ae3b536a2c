// SPDX-License-Identifier: Apache-2.0
// The MPI of the programs of random_regions.py: it writes messages down instead of sending them.
#include <bamboo/region.h>
#include <stdio.h>
#include <string.h>

double s0[4], s1[4], r0[4], r1[4], u[4];
extern void (*const region_functions[])(int n, int c);
extern const int region_count;

static int received;

static double sum(const double* data) {
  double result = 0;
  for (int i = 0; i < 4; ++i) result = 3 * result + data[i];
  return result;
}

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  (void)count, (void)type, (void)dest, (void)comm;
  printf(" s%d:%.0f", tag, sum(buf));
  return 0;
}

int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  (void)count, (void)type, (void)source, (void)comm, (void)status;
  for (int i = 0; i < 4; ++i) ((double*)buf)[i] = ++received + tag % 3;
  printf(" r%d", tag);
  return 0;
}

int bamboo_region_begin(const bamboo_region* region) {
  return region == 0;
}
void bamboo_region_end(int* scope) {
  *scope = 0;
}
int bamboo_send_begin(const bamboo_block* block) {
  return block == 0;
}
void bamboo_send_end(int* scope) {
  *scope = 0;
}
int bamboo_receive_begin(const bamboo_block* block) {
  return block == 0;
}
void bamboo_receive_end(int* scope) {
  *scope = 0;
}
void bamboo_post(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm) {
  (void)buffer, (void)count, (void)type, (void)source, (void)tag, (void)comm;
}
void bamboo_fire(void) {}

int main(void) {
  for (int f = 0; f < region_count; ++f) {
    for (int run = 0; run < 24; ++run) {
      received = 0;
      double* all[] = {s0, s1, r0, r1, u};
      for (int a = 0; a < 5; ++a) {
        for (int i = 0; i < 4; ++i) all[a][i] = a + i;
      }
      printf("%d %d %d |", f, run / 8, run % 8);
      region_functions[f](run / 8, run % 8);
      printf(" | %.0f %.0f %.0f %.0f %.0f\n", sum(s0), sum(s1), sum(r0), sum(r1), sum(u));
    }
  }
  return 0;
}
