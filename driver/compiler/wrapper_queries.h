// SPDX-License-Identifier: Apache-2.0
// The questions that build systems ask the compilers of Open MPI and MPICH, in place of which
// bamboocc stands.
#pragma once

#include "session.h"

namespace bamboo::driver {

/// Whether the command line asks about flags, and nothing is compiled.
bool is_wrapper_query(const CommandLine& line);

/// Prints the answer. Returns the exit status.
int answer_wrapper_query(const Session& session);

}  // namespace bamboo::driver
