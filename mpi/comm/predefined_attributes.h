// SPDX-License-Identifier: Apache-2.0
// Attributes that MPI attaches to MPI_COMM_WORLD, and Bamboo to every communicator.
#pragma once

#include <optional>

#include "comm/communicator.h"

namespace bamboo::mpi {

/// The value of an attribute of either kind. Empty: it is not set.
std::optional<AttributeValue> get_attribute(const Communicator& comm, int world_size,
                                            const int& last_used_code, int keyval);

}  // namespace bamboo::mpi
