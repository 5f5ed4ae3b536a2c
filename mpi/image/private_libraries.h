// SPDX-License-Identifier: Apache-2.0
// Shared libraries of which every rank has its own copy (--bamboo-private).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"
#include "image/program.h"

namespace bamboo::mpi {

/// A new anonymous file with these contents; the path under which it can be opened.
std::string anonymous_file(const std::string& name, std::span<const std::byte> contents);

struct PrivateLibraries {
  std::string payload;         ///< the path of a copy that refers to the rank's libraries
  std::vector<void*> handles;  ///< in the order in which they were loaded
};

/// Loads the rank's copies of the private libraries and returns a payload that refers to them. The
/// dynamic linker identifies a library by its name, so each copy gets a unique name of equal length
/// (in its DT_SONAME, and in the DT_NEEDED of its users). If a library ends the program, the rank
/// ends; if it reads standard input, it reads the rank's. Throws std::runtime_error.
PrivateLibraries load_with_private_libraries(const Program& program, TaskId rank);

/// The loader finds libbamboo.so's functions first. Lets the MPI calls of a rank's copies go to the
/// program's own function of that name, or to that of the first library that has one: a profiling
/// tool. Throws std::runtime_error.
void call_through_tools(void* payload, std::span<void* const> libraries);

}  // namespace bamboo::mpi
