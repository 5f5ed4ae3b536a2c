/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a sparse matrix that a rank has, with what its neighbours send. */
#include <mpi.h>

struct matrix {
  int rows, columns, neighbours, sent;
  int *first, *column, *peer, *received_from, *sent_to, *sent_rows;
  double *value, *buffer;
};

double seconds(void);
void exchange(const struct matrix* a, double* x);
void multiply(const struct matrix* a, const double* x, double* y);
