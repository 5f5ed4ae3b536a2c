// SPDX-License-Identifier: Apache-2.0
// Calls that share hidden state of the C library depend on each other.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <fenv.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern const char *s;
static char text[80];
static FILE *file;
static time_t t;
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = *strtok(NULL, s); }
    #pragma bamboo send
    { out[0] = *strtok(text, s); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'strtok(text, s)', but
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = localtime(&t)->tm_hour; }
    #pragma bamboo send
    { out[0] = gmtime(&t)->tm_hour; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'gmtime(&t)', but the receive block before it calls 'localtime(&t)'
    // CHECK: note: the C library remembers a result that the next such call overwrites between these calls, so they keep their order
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); setenv("N", s, 1); }
    #pragma bamboo send
    { out[0] = atof(getenv("N")); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'getenv("N")', but
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); fseek(file, 8, SEEK_SET); }
    #pragma bamboo send
    { fread(out, 8, 1, file); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block {{[a-z]+}} 'file', but
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); chdir(s); }
    #pragma bamboo send
    { remove("old"); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'remove("old")', but
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); fesetround(FE_UPWARD); }
    #pragma bamboo send
    { out[0] = fegetround(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'fegetround()', but
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = atof(getenv("N")); }
    #pragma bamboo send
    { out[0] = atof(getenv("M")); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); fprintf(stderr, "%g", in[0]); }
    #pragma bamboo send
    { printf("%g", out[0]); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
}
