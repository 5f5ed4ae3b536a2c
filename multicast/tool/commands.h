// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bamboo/plans/multicast/faults.h"
#include "bamboo/plans/multicast/settings.h"

namespace bamboo::plans::multicast::tool {

struct Measurement {
  std::string host = "127.0.0.1";  ///< of member 0
  int port = 4720, members = 2, self = 0;
  std::string by = "multicast";  ///< or "tcp"
  std::size_t bytes = 1 << 20;
  int rounds = 11;
  Settings settings;
  Faults faults;
};

/// Broadcasts among members that run this command with the same arguments. Member 0 prints the
/// time.
int measure(const Measurement& measurement);

/// Checks whether this host can send and receive multicasts.
int look_here(const Settings& settings);

}  // namespace bamboo::plans::multicast::tool
