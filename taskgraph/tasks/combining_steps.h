// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace bamboo {

/// The steps of a member. After them, all members have the values of all.
struct CombiningStep {
  enum class Kind {
    Send,     ///< what it has, and keeps it
    Give,     ///< its own value, which it does not keep
    Receive,  ///< adds what comes to what it has
  };
  Kind kind;
  int member;  ///< the other one
  int stage;   ///< of the message; a member gets at most one message of a stage
  bool operator==(const CombiningStep&) const = default;
};

/// Recursive doubling: log2 of the number of members stages. Members beyond the largest power of
/// two give their values to another one first, and get the result in the end.
std::vector<CombiningStep> combining_steps(int member, int members);

/// A binomial tree: the members to which this one forwards the value of `root`, in this order.
std::vector<int> forwarding_targets(int member, int root, int members);

}  // namespace bamboo
