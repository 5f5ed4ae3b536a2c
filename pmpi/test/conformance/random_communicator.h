// SPDX-License-Identifier: Apache-2.0
// Communicators of all shapes.
#pragma once

#include "random_call.h"

namespace conformance {

/// A communicator of another shape than `base`: itself, a copy, it in another order in
/// at most so many parts, each process alone. The caller frees it, unless it is `base`.
inline MPI_Comm any_communicator(MPI_Comm base, Random& random, int most_parts = 3) {
  int rank = 0;
  PMPI_Comm_rank(base, &rank);
  MPI_Comm comm = base;
  const int kind = below(random, 5), parts = 1 + below(random, most_parts);
  const auto mix = static_cast<unsigned>(random());
  if (kind == 1) MPI_Comm_dup(base, &comm);
  if (kind == 2) MPI_Comm_split(base, rank, 0, &comm);
  if (kind > 2)
    MPI_Comm_split(base, static_cast<int>((rank * 7u + mix) % parts),
                   static_cast<int>((rank * 13u ^ mix) % 101), &comm);
  return comm;
}

}  // namespace conformance
