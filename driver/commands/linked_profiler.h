// SPDX-License-Identifier: Apache-2.0
// Profiling tools that a program is linked with.
#pragma once

#include <optional>
#include <string>

namespace bamboo::driver {

/// The first library of the program that defines functions of MPI and calls their PMPI_ names.
/// `program` is a file, or a name for PATH.
std::optional<std::string> linked_profiler(const std::string& program);

}  // namespace bamboo::driver
