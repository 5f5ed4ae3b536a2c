// SPDX-License-Identifier: Apache-2.0
// Accumulating operations on typed memory. Their caller keeps others away.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "types/datatype.h"

namespace bamboo::mpi {

/// `count` elements of a type at an address.
struct TypedBuffer {
  void* address = nullptr;
  std::size_t count = 0;
  const Datatype* type = nullptr;

  std::size_t bytes() const { return count * type->size; }
};

/// The packed elements: the buffer itself where they lie so, else a copy in `room`.
const std::byte* packed(const TypedBuffer& buffer, std::vector<std::byte>& room);

/// memory = memory op operand, element by element. `result`, unless null, gets the old values.
/// Operand and result are packed.
void combine(MPI_Op op, const TypedBuffer& memory, const std::byte* operand, std::byte* result);

/// Replaces one element if it equals `expected`. `result` gets the old value.
void compare_and_swap(const TypedBuffer& memory, const std::byte* expected,
                      const std::byte* replacement, std::byte* result);

/// Throws MpiError where an operation does not accumulate elements of the type.
void check_accumulation(MPI_Op op, const Datatype& type);

}  // namespace bamboo::mpi
