// SPDX-License-Identifier: Apache-2.0
// Under which MPI a program runs.
#pragma once

#include <string>

#include "../installed_mpi.h"
#include "program_kind.h"

namespace bamboo::driver {

/// Returns the family of the program's own MPI library; else the wanted one (`option` is the value
/// of --mpi and may be empty); else the first one. The launcher of that family comes first in PATH.
/// Fails if the wanted family is not one that the program can use.
MpiFamily choose_family(const std::string& option, const ProgramKind& kind,
                        const std::string& program);

}  // namespace bamboo::driver
