// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "matching/request.h"

namespace bamboo::mpi {

/// Warns if the message of a completed receive has elements of another type than the receive. The
/// program may do that on purpose.
void warn_of_elements(const Request& receive);

}  // namespace bamboo::mpi
