// SPDX-License-Identifier: Apache-2.0
// The rules for what may stand in a block.
#pragma once

#include "directives/annotated_unit.h"

namespace bamboo::translator {

void check_blocks(const Program& program, Diagnostics& diagnostics);

}  // namespace bamboo::translator
