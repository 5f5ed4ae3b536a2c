// SPDX-License-Identifier: Apache-2.0
// The shared libraries of which each rank of a program in mode tasks gets a copy.
#pragma once

#include <string>

#include "session.h"

namespace bamboo::driver {

/// Their paths, each behind those that it needs: Fortran's run-time library, what --bamboo-private
/// names, and profiling tools, which define MPI functions themselves. Fails where a copy cannot be
/// made; tells of libraries whose calls of MPI a tool does not see.
Words private_libraries(const Session& session, const std::string& payload);

}  // namespace bamboo::driver
