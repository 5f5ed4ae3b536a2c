// SPDX-License-Identifier: Apache-2.0
#include "rank/attributes.h"

#include "comm/predefined_attributes.h"
#include "rank/rank.h"
#include "types/datatype.h"

namespace bamboo::mpi {

Attributes<MPI_Comm>& attributes_of(Rank& rank, MPI_Comm comm) {
  return rank.communicator(comm).attributes;
}

/// A rank keeps them by handle: all ranks of a process share the predefined types, and a handle
/// that MPI_Type_get_contents gives is another type with the same layout.
Attributes<MPI_Datatype>& attributes_of(Rank& rank, MPI_Datatype type) {
  datatype(type, false);
  return rank.type_attributes[type];
}

Attributes<MPI_Win>& attributes_of(Rank& rank, MPI_Win win) {
  return rank.windows.find(win).attributes;
}

std::optional<AttributeValue> attribute_of(Rank& rank, MPI_Comm comm, int keyval) {
  return get_attribute(rank.communicator(comm), rank.communicators.world.size(),
                       rank.user_errors.last_used(), keyval);
}

std::optional<AttributeValue> attribute_of(Rank& rank, MPI_Datatype type, int keyval) {
  return attributes_of(rank, type).get(keyval);
}

std::optional<AttributeValue> attribute_of(Rank& rank, MPI_Win win, int keyval) {
  Window& window = rank.windows.find(win);
  const auto predefined = window.predefined_attribute(keyval);
  return predefined ? predefined : window.attributes.get(keyval);
}

}  // namespace bamboo::mpi
