// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::plans {

/// The first thing that is wrong with traffic, phases or plans, in words: "rank 0 step 1 (send 4
/// units to 2) has no such peer". Checks return `std::optional<Fault>`, which is empty where all is
/// right.
struct Fault {
  std::string text;
  bool operator==(const Fault&) const = default;
};

}  // namespace bamboo::plans
