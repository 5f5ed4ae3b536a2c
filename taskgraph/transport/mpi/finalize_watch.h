// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace bamboo {

/// While this object exists, MPI_Finalize of the program ends the job with an error, because a
/// Runtime still uses the MPI. MPI_Finalize deletes the attributes of MPI_COMM_SELF first.
class FinalizeWatch {
 public:
  FinalizeWatch();
  ~FinalizeWatch();
  FinalizeWatch(const FinalizeWatch&) = delete;
  FinalizeWatch& operator=(const FinalizeWatch&) = delete;

 private:
  static int on_delete(MPI_Comm comm, int key, void* watch, void* state);

  int key_ = MPI_KEYVAL_INVALID;
  bool ends_ = false;
};

}  // namespace bamboo
