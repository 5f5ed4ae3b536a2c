// SPDX-License-Identifier: Apache-2.0
// Libraries that a program is linked with, and that plans would disturb. `program` is a file, or a
// name for PATH.
#pragma once

#include <optional>
#include <string>

namespace bamboo::driver {

/// Returns the first library of the program that allocates device memory (CUDA, HIP). The processor
/// must not access addresses in such memory.
std::optional<std::string> linked_device_library(const std::string& program);

/// The first library of the program that defines functions of MPI and calls their PMPI_ names, as
/// profiling tools do.
std::optional<std::string> linked_profiler(const std::string& program);

}  // namespace bamboo::driver
