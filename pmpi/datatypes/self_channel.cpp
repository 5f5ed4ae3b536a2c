// SPDX-License-Identifier: Apache-2.0
#include "datatypes/self_channel.h"

namespace bamboo::plans::pmpi {

MPI_Comm SelfChannel::get() {
  const std::lock_guard lock(mutex_);
  if (comm_ == MPI_COMM_NULL) {
    MPI_Group self;
    PMPI_Comm_group(MPI_COMM_SELF, &self);
    PMPI_Comm_create(MPI_COMM_SELF, self, &comm_);
    PMPI_Group_free(&self);
    PMPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  }
  return comm_;
}

void SelfChannel::free() {
  const std::lock_guard lock(mutex_);
  if (comm_ != MPI_COMM_NULL) PMPI_Comm_free(&comm_);
}

}  // namespace bamboo::plans::pmpi
