// SPDX-License-Identifier: Apache-2.0
// Posts the receives of a receive block together, before the first of them waits.
#pragma once

#include "directives/annotated_unit.h"
#include "memory/points_to.h"
#include "memory/request_buffers.h"

namespace bamboo::translator {

/// Returns, for the receive blocks whose receives can be posted early, the posting code to insert
/// before the block's statement. A remark gives the reason for each other block.
std::map<const Block*, std::string> plan_postings(const AnnotatedUnit& unit,
                                                  const RequestBuffers& request_buffers,
                                                  const PointsTo& points_to,
                                                  Diagnostics& diagnostics);

}  // namespace bamboo::translator
