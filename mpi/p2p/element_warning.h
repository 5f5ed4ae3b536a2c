// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "matching/request.h"

namespace bamboo::mpi {

/// Warns when the message of a completed receive has elements of another type than the receive
/// names. The program may know what it does.
void warn_of_elements(const Request& receive);

}  // namespace bamboo::mpi
