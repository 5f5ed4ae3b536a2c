// SPDX-License-Identifier: Apache-2.0
// The user's memory as the installed MPI's datatypes describe it.
#pragma once

#include <mpi.h>

#include <cstddef>

#include "bamboo/plans/collectives/memory.h"

namespace bamboo::plans::pmpi {

/// The layout of a datatype. The handle is the user's: it must live as long as this.
struct Type {
  MPI_Datatype handle = MPI_BYTE;
  std::size_t size = 1;  ///< packed bytes of one element
  MPI_Aint extent = 1, true_lb = 0, true_extent = 1;
  bool dense = true;  ///< elements are adjacent, without holes, in packing order

  static Type of(MPI_Datatype handle);
  Type packed() const { return {}; }
};

using TypedRange = collectives::TypedRange<Type>;
using Buffer = collectives::Buffer<Type>;

/// Adjacent bytes.
inline TypedRange bytes_at(void* address, std::size_t bytes) {
  return {address, bytes, Type()};
}

/// Copies as many packed bytes as both ranges have. Returns an MPI error code.
int copy_typed(const TypedRange& from, const TypedRange& to);

/// The count and type by which MPI is given a range: more than INT_MAX elements need a type of
/// their own, which lives as long as this.
class Counted {
 public:
  explicit Counted(const TypedRange& range);
  ~Counted();
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  int count_;
  MPI_Datatype type_;
  bool own_ = false;
};

/// For messages of a process to itself; made at the first use, freed at the end of MPI.
void free_self_channel();

}  // namespace bamboo::plans::pmpi
