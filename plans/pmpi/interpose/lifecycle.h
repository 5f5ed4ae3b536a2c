// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans::pmpi {

/// After MPI_Init, collectively. Wrong settings end the program with a message; processes whose
/// settings differ plan nothing. The end comes by itself, with the attributes of MPI_COMM_SELF,
/// which the MPI frees first in MPI_Finalize, whichever language called it.
void initialize();

}  // namespace bamboo::plans::pmpi
