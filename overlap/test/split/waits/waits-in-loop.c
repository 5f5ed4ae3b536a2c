// SPDX-License-Identifier: Apache-2.0
// A loop of waits whose requests are unknown to the compiler, and whose errors end the program: the core
// runs in front of the loop. The program notes what it has started, and asks in front of the core what the waits complete.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

void other(void);

void multiply(int n, const int *begin, const int *column, const double *value, double *x, double *y, int neighbours,
              const int *peer, const int *length, MPI_Request *request, const double *out) {
  other();
  double *from = x + n;
  for (int i = 0; i < neighbours; i++) {
    MPI_Irecv(from, length[i], MPI_DOUBLE, peer[i], 99, MPI_COMM_WORLD, &request[i]);
    from += length[i];
  }
  for (int i = 0; i < neighbours; i++) MPI_Send(out, 10, MPI_DOUBLE, peer[i], 99, MPI_COMM_WORLD);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&request[i], &status)) exit(1);
  // REMARK: waits-in-loop.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} run before 1 completions
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: @multiply
// CHECK: %[[LIST:[0-9]+]] = alloca [2568 x i8], align 8
// The list is empty when the function begins, and behind what may start or complete an operation.
// CHECK: store i64 0, ptr %[[LIST]]
// CHECK: call void @other()
// CHECK-NEXT: store i64 0, ptr %[[LIST]]
// CHECK: call i32 @MPI_Irecv(ptr {{[^%]*}}%[[FROM:[0-9]+]], i32 {{[^%]*}}%[[LENGTH:[0-9]+]], {{.*}}, ptr {{[^%]*}}%[[REQUEST:[0-9]+]])
// CHECK: %[[ADDRESS:[0-9]+]] = ptrtoint ptr %[[FROM]] to i64
// CHECK: call void @bamboo_split_posted(ptr {{[^%]*}}%[[LIST]], ptr {{[^%]*}}%[[REQUEST]], i64 %[[ADDRESS]], i32 %[[LENGTH]], ptr {{[^@]*}}@ompi_mpi_double, ptr {{[^@]*}}@ompi_mpi_comm_world, i32 1)
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call i32 @MPI_Send(
// CHECK: %[[ERROR:[0-9]+]] = call i32 @MPI_Wait(
// CHECK-NEXT: store i64 0, ptr %[[LIST]]
// CHECK: icmp eq i32 %[[ERROR]], 0
// CHECK: call void @exit(
// CHECK: call void @bamboo_split_completes(ptr {{[^%]*}}%[[PLAN]], i32 0, ptr {{[^%]*}}%[[LIST]], ptr {{[^%]*}}%{{[0-9]+}}, i32 1, ptr {{.*}}) #[[EFFECTS:[0-9]+]]
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// It reads requests and the list.
// CHECK: attributes #[[EFFECTS]] = {{.*}} memory(read, inaccessiblemem: readwrite)
