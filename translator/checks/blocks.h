// SPDX-License-Identifier: Apache-2.0
// The rules for the contents of a block.
#pragma once

#include "directives/annotated_unit.h"
#include "memory/request_buffers.h"

namespace bamboo::translator {

void check_blocks(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
                  Diagnostics& diagnostics);

}  // namespace bamboo::translator
