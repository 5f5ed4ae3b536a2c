// SPDX-License-Identifier: Apache-2.0
// The windows of this process, counted while it runs.
#pragma once

#include "window_site.h"

namespace bamboo::overlap {

/// Returns all executed call sites, linked by `next`; null if there are none.
const bamboo_window_site* window_sites();

}  // namespace bamboo::overlap
