// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "matching/pattern.h"
#include "matching/request.h"

namespace bamboo::mpi {

/// "to receive from rank 2, tag 5, MPI_COMM_WORLD". Ranks are world ranks.
std::string describe(const Request& request);
std::string describe(const Pattern& pattern);
/// Like above, to follow the function's name: " from rank 2, tag 5, MPI_COMM_WORLD".
std::string brief(const Request& request);

}  // namespace bamboo::mpi
