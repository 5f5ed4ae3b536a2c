// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "image/library.h"

namespace bamboo::mpi {

/// The file that the dynamic linker finds for a library's name (DT_NEEDED, an argument of dlopen),
/// where the libraries ask for it, of which each has loaded the one before it.
std::optional<std::string> find_library(const std::string& name,
                                        std::span<const Library* const> askers);

}  // namespace bamboo::mpi
