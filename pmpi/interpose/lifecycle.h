// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans::pmpi {

/// Call it after MPI_Init, collectively. Wrong settings end the program with a message; processes
/// with different settings plan nothing. The end is triggered by the attributes of MPI_COMM_SELF,
/// which the MPI frees first in MPI_Finalize, in any language. `site`: where MPI_Init returns to.
void initialize(const void* site);

}  // namespace bamboo::plans::pmpi
