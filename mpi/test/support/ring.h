// SPDX-License-Identifier: Apache-2.0
// Ranks in a ring, each of which sends numbers of its own to the next.
#pragma once

#include <cstddef>
#include <vector>

#include "support/rank_run.h"

namespace bamboo::mpi {

inline int next() {
  return (world_rank() + 1) % world_size();
}
inline int previous() {
  return (world_rank() + world_size() - 1) % world_size();
}

inline int value_at(int rank, int index) {
  return rank * 100003 + index;
}
inline std::vector<int> values(int rank, int count) {
  std::vector<int> v(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) v[static_cast<std::size_t>(i)] = value_at(rank, i);
  return v;
}

/// The class of an error code that an MPI function has returned.
inline int class_of(int code) {
  int error_class = -1;
  MPI_Error_class(code, &error_class);
  return error_class;
}

}  // namespace bamboo::mpi
