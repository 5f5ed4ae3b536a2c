// SPDX-License-Identifier: Apache-2.0
#include "transport/mpi/finalize_watch.h"

#include <cstdio>

#include "bamboo/support/diagnostic.h"

namespace bamboo {

FinalizeWatch::FinalizeWatch() {
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key_, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key_, this);
}

FinalizeWatch::~FinalizeWatch() {
  ends_ = true;
  MPI_Comm_delete_attr(MPI_COMM_SELF, key_);
  MPI_Comm_free_keyval(&key_);
}

int FinalizeWatch::on_delete(MPI_Comm, int, void* watch, void*) {
  if (static_cast<FinalizeWatch*>(watch)->ends_) return MPI_SUCCESS;
  support::error(
      "the program calls MPI_Finalize while it has a Runtime: call Runtime::finish(), or destroy "
      "the Runtime, before");
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return MPI_ERR_OTHER;
}

}  // namespace bamboo
