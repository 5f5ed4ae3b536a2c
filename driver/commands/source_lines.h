// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bamboo/support/roll_call.h"

namespace bamboo::driver {

/// Finds the source lines of calls in the debug information of programs and libraries.
class SourceLines {
 public:
  /// look_up() fills in the source line, unless the process has reported it. The object must not
  /// move until then.
  void want(support::RollCallOperation& call);
  /// "halo.c:82"; without debug information the function, else the file and the address.
  void look_up();

 private:
  std::vector<support::RollCallOperation*> wanted_;
};

}  // namespace bamboo::driver
