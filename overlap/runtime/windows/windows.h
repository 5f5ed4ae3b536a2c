// SPDX-License-Identifier: Apache-2.0
// The windows of this process, counted while it runs.
#pragma once

#include "window_site.h"

namespace bamboo::overlap {

/// All call sites that were executed, linked by `next`; null: none.
const bamboo_window_site* window_sites();

}  // namespace bamboo::overlap
