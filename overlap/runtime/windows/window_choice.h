// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the user says about the windows of converted calls.
#pragma once

namespace bamboo::overlap {

enum class WindowChoice {
  automatic,  ///< those that do not gain go back
  keep,       ///< all calls with windows stay nonblocking
  back,       ///< all are blocking at once
};

/// Of BAMBOO_OVERLAP_WINDOWS.
WindowChoice window_choice();

}  // namespace bamboo::overlap
