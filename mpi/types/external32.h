// SPDX-License-Identifier: Apache-2.0
// MPI's external data representation "external32": big-endian, without gaps, with sizes that do not
// depend on the machine.
#pragma once

#include <span>

#include "types/datatype.h"

namespace bamboo::mpi {

/// Bytes of one element.
std::size_t external32_size(const Datatype& type);

/// Throws MpiError(MPI_ERR_CONVERSION) for a value that does not fit: a `long` has 4 bytes.
void pack_external32(const void* buffer, std::size_t count, const Datatype& type, std::byte* out);
/// `in` may end early: whole numbers are unpacked. Returns the number of packed bytes in the
/// buffer.
std::size_t unpack_external32(std::span<const std::byte> in, void* buffer, std::size_t count,
                              const Datatype& type);

}  // namespace bamboo::mpi
