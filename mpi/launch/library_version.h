// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

/// Ends the process with a message where the program was linked with a newer Bamboo than this
/// library, whose functions it may lack. (Another minor version has another name: the loader
/// refuses it.)
void require_version(const char* linked_with);

}  // namespace bamboo::mpi
