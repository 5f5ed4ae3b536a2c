// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>

#include "types/datatype.h"

namespace bamboo::mpi {

/// A reduction operation, MPI's or the program's.
struct Operation {
  MPI_Op predefined = MPI_OP_NULL;
  std::function<MPI_User_function> function = nullptr;
  bool commutative = true;
  /// Used instead of `function`; both are null for predefined operations.
  std::function<MPI_User_function_c> large_function = nullptr;

  bool is_predefined() const { return !function && !large_function; }
};

/// Keeps the operation while a pending reduction uses it (MPI_Op_free may come earlier).
using OperationRef = std::shared_ptr<const Operation>;

/// The object behind a handle. Throws MpiError(MPI_ERR_OP).
OperationRef operation_ref(MPI_Op handle);

/// "MPI_SUM"; of MPI's own operations only.
const char* name_of(MPI_Op handle);

MPI_Op new_operation(Operation operation);
void free_operation(MPI_Op handle);

/// Throws MpiError(MPI_ERR_OP), naming both, when MPI does not define the operation for the type.
void check_operation(const Operation& operation, const Datatype& type);

/// Whether the operation is applied to text, which MPI does not define; Bamboo uses signed
/// characters.
inline bool reduces_text(const Operation& operation, const Datatype& type) {
  return type.uniform == MPI_CHAR && operation.is_predefined();
}

/// Whether it is MPI_LAND, MPI_LOR or MPI_LXOR of MPI_AINT, MPI_OFFSET or MPI_COUNT, which MPI does
/// not define; Bamboo treats them as C's integers.
bool reduces_addresses_logically(const Operation& operation, const Datatype& type);

/// inout[i] = in[i] op inout[i] for `count` elements: `in` is the left operand. The pair is legal.
/// A user's operation is given `handle`, which must be the one that the reduction was called with.
void apply(const Operation& operation, const void* in, void* inout, std::size_t count,
           const Datatype& type, MPI_Datatype handle);

/// The loop of a predefined operation over elements of a predefined type; null when MPI does not
/// define the pair, unless it is one of the above.
using ReductionKernel = void (*)(const void* in, void* inout, std::size_t count);
ReductionKernel reduction_kernel(MPI_Op operation, MPI_Datatype type);

}  // namespace bamboo::mpi
