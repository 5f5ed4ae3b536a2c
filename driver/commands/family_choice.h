// SPDX-License-Identifier: Apache-2.0
// Under which MPI a program runs.
#pragma once

#include <string>

#include "../installed_mpi.h"
#include "program_kind.h"

namespace bamboo::driver {

/// That of the program's own MPI library, else the wanted one (`option`: of --mpi, may be empty),
/// else the first. Its launcher comes first in PATH. Fails if another one is wanted than the
/// program can use.
MpiFamily choose_family(const std::string& option, const ProgramKind& kind,
                        const std::string& program);

}  // namespace bamboo::driver
