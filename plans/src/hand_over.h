// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "link_load.h"

namespace bamboo::plans {

/// From which earlier transfers a transfer takes its links over: on a link that carries one at a
/// time from the one before; on one that carries n, from the oldest that still counts.
class HandOver {
 public:
  explicit HandOver(const Network& network);
  /// Transfer `number` (counted in the order of phases) of that phase. Valid until the next call.
  const std::vector<std::uint32_t>& take(int phase, std::uint32_t number, int from, int to);

 private:
  struct User {
    std::uint32_t number;
    int phase;
    double rate;
  };
  struct Users {
    std::deque<User> users;
    double load = 0;
  };

  const Network& network_;
  Route route_;
  std::vector<Users> links_;
  std::vector<std::uint32_t> before_;
};

}  // namespace bamboo::plans
