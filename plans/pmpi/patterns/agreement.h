// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>

namespace bamboo::plans::pmpi {

/// Whether all processes say yes, with the same number. Collective.
bool do_all_agree(bool yes, std::size_t number, MPI_Comm channel);

}  // namespace bamboo::plans::pmpi
