// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>

namespace bamboo::mpi {

/// Lets a loaded library's calls of functions of other libraries go to those given, by name. Throws
/// std::runtime_error.
void redirect_calls(void* handle, const std::map<std::string_view, void*>& functions);

}  // namespace bamboo::mpi
