// SPDX-License-Identifier: Apache-2.0
// The bytes of one process for each other one in an irregular all-to-all.
#pragma once

#include <cstddef>
#include <vector>

#include "bamboo/plans/collectives/sides.h"

namespace bamboo::plans::pmpi {

/// One process's part of an irregular all-to-all, in bytes; empty where MPI would refuse it.
struct ExchangePart {
  std::vector<std::size_t> row, column;
  bool is_plausible() const { return !row.empty(); }
};

/// Bytes of `size` blocks; empty where the MPI would refuse the counts.
std::vector<std::size_t> row_of(const int counts[], MPI_Datatype type, int size);
std::vector<std::size_t> row_of(const int counts[], const MPI_Datatype types[], int size);

template <class Arguments>
ExchangePart part_of(const Arguments& a, int size) {
  const auto row = [size](const auto& side) {
    return side.places ? row_of(side.count, side.type, size) : std::vector<std::size_t>();
  };
  if (a.recvbuf == MPI_IN_PLACE) return {};
  ExchangePart part{{}, row(collectives::receive_side(a))};
  part.row = a.sendbuf == MPI_IN_PLACE ? part.column : row(collectives::send_side(a));
  return part.row.empty() || part.column.empty() ? ExchangePart() : part;
}

}  // namespace bamboo::plans::pmpi
