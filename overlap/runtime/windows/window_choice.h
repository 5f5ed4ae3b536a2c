// SPDX-License-Identifier: Apache-2.0
// The user's choice about the windows of converted calls.
#pragma once

namespace bamboo::overlap {

enum class WindowChoice {
  automatic,  ///< windows that gain nothing go back
  keep,       ///< all calls with windows stay nonblocking
  back,       ///< all are blocking at once
};

/// The value of BAMBOO_OVERLAP_WINDOWS.
WindowChoice window_choice();

}  // namespace bamboo::overlap
