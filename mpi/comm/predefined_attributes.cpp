// SPDX-License-Identifier: Apache-2.0
#include "comm/predefined_attributes.h"

#include "matching/pattern.h"

namespace bamboo::mpi {
namespace {

/// Returns null for other keys.
const int* predefined_attribute(int keyval, int world_size, const int& last_used_code) {
  static const int tag_ub = largest_tag, io = MPI_ANY_SOURCE, host = MPI_PROC_NULL, no = 0;
  static int universe;  // all ranks of a process have the same
  switch (keyval) {
    case MPI_TAG_UB:
      return &tag_ub;
    case MPI_IO:
      return &io;
    case MPI_HOST:
      return &host;
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
      return &no;
    case MPI_LASTUSEDCODE:
      return &last_used_code;
    case MPI_UNIVERSE_SIZE:
      universe = world_size;
      return &universe;
    default:
      return nullptr;
  }
}

}  // namespace

std::optional<AttributeValue> get_attribute(const Communicator& comm, int world_size,
                                            const int& last_used_code, int keyval) {
  if (const int* value = predefined_attribute(keyval, world_size, last_used_code))
    return AttributeValue::at(value);
  return comm.attributes.get(keyval);
}

}  // namespace bamboo::mpi
