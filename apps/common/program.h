/* SPDX-License-Identifier: Apache-2.0 */
/* The parts that every program needs: its name in messages, messages of one rank for all, memory,
 * OpenMP threads beside MPI. */
#ifndef BAMBOO_APPS_PROGRAM_H
#define BAMBOO_APPS_PROGRAM_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "memory.h"

static struct {
  const char* name;
  int rank, size; /* in MPI_COMM_WORLD */
} program;

/* Only the thread that has called MPI_Init calls MPI, and only outside of parallel regions. */
static inline void begin_program(int* argc, char*** argv, const char* name) {
  int provided;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &program.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &program.size);
  program.name = name;
#ifdef _OPENMP
  if (provided < MPI_THREAD_FUNNELED) {
    fprintf(stderr, "%s: this MPI does not support threads\n", name);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
#endif
}

/* One rank prints what is wrong with the command line; all ranks get the exit code. */
__attribute__((format(printf, 1, 2))) static inline int refuse(const char* format, ...) {
  if (program.rank == 0) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program.name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
  }
  return 2;
}

/* Ends a program that has nothing to compute. */
static inline int end_early(int exit_code) {
  MPI_Finalize();
  return exit_code;
}

static inline void swap(double** a, double** b) {
  double* c = *a;
  *a = *b;
  *b = c;
}

/* Returns the largest number of MB that a rank has sent or received. Divided by the rate of a link,
 * this is a lower bound for the time on a network of that rate. */
static inline double megabytes_of_busiest(long sent, long received) {
  long most = sent > received ? sent : received;
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  return 1e-6 * (double)most;
}

/* Returns the text that follows the number of ranks in the line of times; empty without OpenMP. */
static inline const char* threads_of_a_rank(void) {
  static char text[32] = "";
#ifdef _OPENMP
  snprintf(text, sizeof text, " x %d threads", omp_get_max_threads());
#endif
  return text;
}

#endif
