// SPDX-License-Identifier: Apache-2.0
// Which memory a collective touches on this rank: what MPI calls significant.
#pragma once

#include "operation.h"

namespace checking {

class Collective {
 public:
  Collective(const char* name, MPI_Comm comm);

  int size() const { return size_; }
  bool is(int root) const { return rank_ == root; }

  /// For neighbourhood collectives: how many blocks are sent and received.
  static Collective neighbourhood(const char* name, MPI_Comm comm);
  int sources() const { return sources_; }
  int destinations() const { return destinations_; }

  /// Buffers of `blocks` times `count` elements. Not significant ones, and MPI_IN_PLACE, stay.
  const void* sends(const void* address, int blocks, int count, MPI_Datatype type,
                    bool significant = true);
  void* receives(void* address, int blocks, int count, MPI_Datatype type, bool significant = true);

  /// The arguments of one side of a call that ends in v or w, replaced by copies.
  struct Arrays {
    const int* counts;
    const int* displacements;
    const MPI_Datatype* types;  ///< null: all are of `type`, and displacements count in its extent
    MPI_Datatype type;
  };
  const void* sends(const void* address, int blocks, Arrays& arrays, bool significant = true);
  void* receives(void* address, int blocks, Arrays& arrays, bool significant = true);
  const int* array(const int* values, int size) { return operation_->array(values, size); }

  MPI_Request* real() { return operation_->real(); }
  int publish(int code, MPI_Request* request);

 private:
  Blocks blocks_of(int blocks, Arrays& arrays);

  std::unique_ptr<Operation> operation_;
  int rank_ = 0, size_ = 0, sources_ = 0, destinations_ = 0;
};

}  // namespace checking
