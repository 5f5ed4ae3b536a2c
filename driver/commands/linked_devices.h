// SPDX-License-Identifier: Apache-2.0
// Libraries of devices (CUDA, HIP) that a program is linked with.
#pragma once

#include <optional>
#include <string>

namespace bamboo::driver {

/// The first library of the program that makes memory on devices: the processor must not touch its
/// addresses. `program` is a file, or a name for PATH.
std::optional<std::string> linked_device_library(const std::string& program);

}  // namespace bamboo::driver
