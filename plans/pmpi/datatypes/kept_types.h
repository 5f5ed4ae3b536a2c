// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <vector>

namespace bamboo::plans::pmpi {

/// Datatypes that the program may free before their last use. Destroy it before the end of MPI.
class KeptTypes {
 public:
  KeptTypes() = default;
  ~KeptTypes();
  KeptTypes(const KeptTypes&) = delete;
  KeptTypes& operator=(const KeptTypes&) = delete;
  /// A handle for the same type that lives as long as this.
  MPI_Datatype keep(MPI_Datatype type);
  std::vector<MPI_Datatype> keep(const MPI_Datatype types[], int count);

 private:
  std::vector<MPI_Datatype> copies_;
};

}  // namespace bamboo::plans::pmpi
