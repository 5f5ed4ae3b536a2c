// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bamboo/plans/traffic.h"

namespace bamboo::plans::command {

/// A file, or "random:SEED[:DENSITY[:LARGEST]]" (each pair with that probability, default 0.5, has
/// up to that many bytes, default 64K, sizes of all orders of magnitude), or "paper:SEED": 160
/// messages of 64 KiB, 20 of 16 KiB and 60 of 100 bytes among 16 ranks (CC-MPI, PPoPP'03, Table 3).
Traffic pattern(const std::string& text, int ranks);

}  // namespace bamboo::plans::command
