// SPDX-License-Identifier: Apache-2.0
// Operations and datatypes of the program that plans behind requests still need. MPI allows the
// program to free them before the request completes, and the user's functions must get the very
// handles that the program has passed. So these live until the last plan no longer needs them.
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

namespace bamboo::plans::pmpi {

/// Keeps the handle alive as long as the returned object. Destroy it before the end of MPI.
std::shared_ptr<const void> hold_op(MPI_Op op);
std::shared_ptr<const void> hold_datatype(MPI_Datatype type);

/// The program frees it. Returns true if it is freed later, when the last holder is destroyed.
bool defer_op_free(MPI_Op op);
bool defer_datatype_free(MPI_Datatype type);

/// Datatypes that the program may free before their last use. Destroy it before the end of MPI.
class HeldTypes {
 public:
  HeldTypes() = default;
  ~HeldTypes();
  HeldTypes(const HeldTypes&) = delete;
  HeldTypes& operator=(const HeldTypes&) = delete;
  /// A handle for the same type that lives as long as this.
  MPI_Datatype keep(MPI_Datatype type);
  std::vector<MPI_Datatype> keep(const MPI_Datatype types[], int count);

 private:
  std::vector<MPI_Datatype> copies_;
};

}  // namespace bamboo::plans::pmpi
