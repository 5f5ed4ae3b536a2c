// SPDX-License-Identifier: Apache-2.0
// With an answer for a driver that has another compiler: a note where messages travel during
// computation or a send starts earlier, else no code. A nonblocking collective without a window
// gains nothing.
// RUN: %overlap_c -mllvm -bamboo-overlap-answers %s | FileCheck %s --check-prefix=EMPTY
// RUN: %overlap_c -mllvm -bamboo-overlap-answers -DWITH_COLLECTIVE %s | FileCheck %s --check-prefix=EMPTY
// RUN: %overlap_c -mllvm -bamboo-overlap-answers -DWITH_RECEIVE %s | FileCheck %s --check-prefix=EMPTY
// RUN: %overlap_c -mllvm -bamboo-overlap-answers -DWITH_WINDOW %s | FileCheck %s
// RUN: %split_c -mllvm -bamboo-overlap-answers -DWITH_SEND %s | FileCheck %s --check-prefix=SEND
// RUN: %overlap_c -DWITH_WINDOW %s | not grep note.bamboo.changed
#include <mpi.h>
int MPI_Comm_rank(MPI_Comm, int *);
int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);
int MPI_Waitall(int, MPI_Request *, MPI_Status *);

#ifdef WITH_SEND
void exchange(const double *a, double *out, double *in, int n, int peer) {
  MPI_Request requests[2];
  MPI_Irecv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
  for (int i = 0; i < n; ++i) out[i] = a[i * n];
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, 0);
}
#endif
static double values[1000];
double *first_value = values;
int rank_of(MPI_Comm communicator) {
  int rank, received = 0;
  MPI_Comm_rank(communicator, &rank);
#ifdef WITH_COLLECTIVE
  MPI_Barrier(communicator);
#endif
#ifdef WITH_RECEIVE
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_INT, 0, 0, communicator, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
#ifdef WITH_WINDOW
  int sum = rank;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, communicator);
  for (int i = 0; i < 1000; i++) values[i] = values[i] / 3 + i;
  received = sum;
#endif
  return rank + received;
}
int same(MPI_Comm communicator) __attribute__((alias("rank_of")));
// CHECK: section ".note.bamboo.changed"
// CHECK: call i32 @MPI_Comm_rank(
// CHECK: call i32 @MPI_Iallreduce(
// SEND: section ".note.bamboo.changed"
// EMPTY-NOT: .note.bamboo.changed
// EMPTY: @same = {{.*}}alias
// EMPTY: define {{.*}}@rank_of(
// EMPTY-NEXT: unreachable
// EMPTY-NOT: call
