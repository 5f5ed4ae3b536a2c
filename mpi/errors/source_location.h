// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::mpi {

/// "jacobi.c:120" for a return address in the user's program when it has debug information, else
/// "function+0x1a", else the address. Slow (reads DWARF): for reports only.
std::string describe_call_site(void* return_address);

}  // namespace bamboo::mpi
