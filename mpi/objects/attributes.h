// SPDX-License-Identifier: Apache-2.0
// Attributes that a program attaches to communicators.
#pragma once

#include "comm/communicator.h"

namespace bamboo::mpi {

struct Keyval {
  MPI_Comm_copy_attr_function* copy = MPI_COMM_NULL_COPY_FN;
  MPI_Comm_delete_attr_function* destroy = MPI_COMM_NULL_DELETE_FN;
  void* extra_state = nullptr;
};

int new_keyval(Keyval keyval);
/// Communicators that have the attribute keep its functions.
void free_keyval(int keyval);
/// Throws MpiError(MPI_ERR_KEYVAL) for keys that the program may not change or did not make.
std::shared_ptr<const Keyval> keyval_ref(int keyval);

void set_attribute(Communicator& comm, int keyval, void* value);
void delete_attribute(Communicator& comm, int keyval);
/// Whether it is set; predefined keys included.
bool get_attribute(const Communicator& comm, int world_size, int keyval, void** value);
/// What MPI_Comm_dup does.
void copy_attributes(Communicator& from, Communicator& to);

}  // namespace bamboo::mpi
