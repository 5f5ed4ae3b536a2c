// SPDX-License-Identifier: Apache-2.0
// A header that is included twice gives one dimension.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
#include <mpi.h>
#include "../Inputs/dimension.h"
#include "../Inputs/dimension.h"
int x;
