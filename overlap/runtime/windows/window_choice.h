// SPDX-License-Identifier: Apache-2.0
// The user's choice about the windows of converted calls.
#pragma once

namespace bamboo::overlap {

enum class WindowChoice {
  Automatic,  ///< windows that gain nothing go back
  Keep,       ///< all calls with windows stay nonblocking
  Back,       ///< all are blocking at once
};

/// The value of BAMBOO_OVERLAP_WINDOWS.
WindowChoice window_choice();

}  // namespace bamboo::overlap
