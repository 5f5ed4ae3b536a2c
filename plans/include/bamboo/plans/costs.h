// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans {

/// The costs of messages beyond the network.
struct Costs {
  /// Seconds of a rank's processor for each message that it sends, and again for each that it
  /// receives.
  double overhead = 10e-6;
};

}  // namespace bamboo::plans
