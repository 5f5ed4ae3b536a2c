/* SPDX-License-Identifier: Apache-2.0 */
#include "timed.h"

void multiply(const struct matrix* a, const double* x, double* y) {
  const int rows = a->rows;
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = a->first[i]; j < a->first[i + 1]; j++) sum += a->value[j] * x[a->column[j]];
    y[i] = sum;
  }
}
