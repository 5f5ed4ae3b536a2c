// SPDX-License-Identifier: Apache-2.0
// Timers that functions start and stop, with counts of their calls, in an array: the receive is complete behind them.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <sys/time.h>

static struct {
  unsigned long start, total, count;
} timers[3];

static unsigned long now(void) {
  struct timeval time;
  gettimeofday(&time, NULL);
  return 1000000ul * (unsigned long)time.tv_sec + (unsigned long)time.tv_usec;
}
static __attribute__((noinline)) void start(int timer) {
  timers[timer].start = now();
}
static __attribute__((noinline)) void stop(int timer) {
  timers[timer].count += 1;
  timers[timer].total += now() - timers[timer].start;
}

void sweep(double *u, double *v, int n, int left) {
  start(0);
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  stop(0);
  start(1);
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
  stop(1);
}

void report(void) {
  for (int i = 0; i < 3; i++)
    if (timers[i].count > 0) printf("%d: %lu times %g s\n", i, timers[i].count, 1e-6 * (double)timers[i].total);
}
// CHECK-LABEL: @sweep
// CHECK: call i32 @MPI_Irecv
// CHECK-NEXT: call {{.*}}@start(i32 noundef 0)
// CHECK-NEXT: call {{.*}}@stop(i32 noundef 0)
// CHECK-NEXT: call {{.*}}@start(i32 noundef 1)
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @MPI_Wait
// CHECK: call i32 @bamboo_split_rest(
// CHECK: call {{.*}}@stop(i32 noundef 1)
