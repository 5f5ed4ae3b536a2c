// SPDX-License-Identifier: Apache-2.0
// Posts the receives of a receive block together, before the first of them waits.
#pragma once

#include "directives/annotated_unit.h"
#include "memory/points_to.h"
#include "memory/request_buffers.h"

namespace bamboo::translator {

/// For the receive blocks whose receives can be posted ahead: the posting code, ready to insert
/// before the block's statement. For the others a remark says why not.
std::map<const Block*, std::string> plan_postings(const AnnotatedUnit& unit,
                                                  const RequestBuffers& request_buffers,
                                                  const PointsTo& points_to,
                                                  Diagnostics& diagnostics);

}  // namespace bamboo::translator
