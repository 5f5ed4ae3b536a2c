// SPDX-License-Identifier: Apache-2.0
// Whether two access paths can name the same memory.
#pragma once

#include "memory/access_path.h"
#include "memory/points_to.h"

namespace bamboo::translator {

enum class Overlap { None, May, Must };

Overlap overlap(const AccessPath& a, const AccessPath& b, const PointsTo& points_to);

}  // namespace bamboo::translator
