// SPDX-License-Identifier: Apache-2.0
// The number of iterations is in memory that MPI knows. A value that is read there before the exchange may decide.
// A condition that reads behind the exchange stays there: only MPI knows all ways by which that memory changes.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

typedef struct ompi_win_t *MPI_Win;
int MPI_Win_create(void *, MPI_Aint, int, void *, MPI_Comm, MPI_Win *);
int MPI_Op_create(void (*)(void *, void *, int *, MPI_Datatype *), int, MPI_Op *);

void copied(double *u, double *v, int n, int left) {
  int all;
  MPI_Bcast(&all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  const int steps = all;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// All ranks agree now and then.
void sometimes(double *u, double *v, int n, int left) {
  int more, all, steps = n;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    more = steps + (u[n] > 1);
    if (it % 10 == 0) {
      MPI_Allreduce(&more, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      steps = all;
    }
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void not_copied(double *u, double *v, int n, int left) {
  int steps;
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// Another rank puts it there. The message without elements says that it has.
static int goes_on = 1;
void put_by_others(MPI_Win *window) {
  MPI_Win_create(&goes_on, sizeof goes_on, sizeof goes_on, 0, MPI_COMM_WORLD, window);
}
void window(double *u, double *v, int n, int left) {
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  do {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(0, 0, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (goes_on);
}

// The program's own reduction sets it.
static int enough;
static void most(void *in, void *all, int *n, MPI_Datatype *type) {
  for (int i = 0; i < *n; ++i)
    if (((double *)in)[i] > 5) enough = 1;
}
void make(MPI_Op *own) { MPI_Op_create(most, 1, own); }
void reduction(double *u, double *v, int n, int left, MPI_Op own) {
  double all;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  do {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Allreduce(&u[n], &all, 1, MPI_DOUBLE, own, MPI_COMM_WORLD);
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (!enough);
}

// It is received.
void received(double *u, double *v, int n, int left) {
  int steps = 1;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&steps, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// It may not be readable before: its address may be invalid then.
void elsewhere(double *u, double *v, int n, int left, const int *steps) {
  int it = 0;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  do {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (++it < *steps);
}
