// SPDX-License-Identifier: Apache-2.0
// The label of a message names the type of its elements; the receiver compares it. MPI wants
// both sides to name the same types; other MPIs do not look.
#pragma once

#include <cstdint>

#include "types/datatype.h"

namespace bamboo::mpi {

/// The one predefined type of all elements of a message, 0 if it has several. Travels with it.
inline std::uint32_t label_of(const Datatype& type) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(type.uniform)) & 0xff;
}

/// Values of one type make no sense as values of the other: numbers of other kinds or sizes. Bytes,
/// characters, truth values and pairs are taken for anything.
bool labels_conflict(std::uint32_t sent, std::uint32_t received);

/// Returns "MPI_INT", for example, for a label that labels_conflict() handles.
const char* label_name(std::uint32_t label);

}  // namespace bamboo::mpi
