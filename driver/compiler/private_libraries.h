// SPDX-License-Identifier: Apache-2.0
// The shared libraries of which each rank of a program in mode tasks gets a copy.
#pragma once

#include <string>

#include "session.h"

namespace bamboo::driver {

/// Their paths, each after those that it needs: Fortran's run-time library, the libraries of
/// --bamboo-private, and profiling tools, which define MPI functions themselves. Fails if a copy
/// cannot be made. Reports libraries whose calls of MPI a tool does not see.
Words private_libraries(const Session& session, const std::string& payload);

}  // namespace bamboo::driver
