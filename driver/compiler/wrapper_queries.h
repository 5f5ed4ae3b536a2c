// SPDX-License-Identifier: Apache-2.0
// The queries of build systems to the compilers of Open MPI and MPICH, which bamboocc answers as
// well.
#pragma once

#include "session.h"

namespace bamboo::driver {

/// Whether the command line asks for flags only, so that nothing is compiled.
bool is_wrapper_query(const CommandLine& line);

/// Prints the answer. Returns the exit status.
int answer_wrapper_query(const Session& session);

}  // namespace bamboo::driver
