// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "image/library.h"

namespace bamboo::mpi {

/// Returns the file that the dynamic linker finds for a library's name (DT_NEEDED, or an argument
/// of dlopen), if the last of the libraries asks for it. Each of these libraries was loaded by the
/// one before it.
std::optional<std::string> find_library(const std::string& name,
                                        std::span<const Library* const> askers);

}  // namespace bamboo::mpi
