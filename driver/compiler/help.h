// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../compiler_kind.h"

namespace bamboo::driver {

/// Prints the text of --help.
void print_help(CompilerKind kind);

}  // namespace bamboo::driver
