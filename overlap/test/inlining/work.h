// SPDX-License-Identifier: Apache-2.0
// Computation that is worth a window, on memory of its own.
#pragma once
#include <mpi.h>

extern double other[1000];

__attribute__((always_inline)) static inline void work(void) {
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3;
}
