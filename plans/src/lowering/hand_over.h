// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "bamboo/plans/lower.h"
#include "bamboo/plans/phases.h"
#include "network/link_load.h"

namespace bamboo::plans {

/// From which earlier transfers a transfer takes its links over: on a link that carries one at a
/// time from the one before; on one that carries n, from the oldest that still counts. Those that
/// the link is done with within the lead do not count.
class HandOver {
 public:
  HandOver(const Network& network, const Tokens& tokens);
  /// Transfer `number` (counted in the order of phases) of that phase. Valid until the next call.
  const std::vector<std::uint32_t>& take(int phase, std::uint32_t number, const Transfer& transfer);

 private:
  struct User {
    std::uint32_t number;
    int phase;
    double rate, bytes;
  };
  struct Users {
    std::deque<User> users;
    double load = 0, bytes = 0;
    std::vector<std::uint32_t> gone;  // the users that the last one to wait here waited for
  };

  const Network& network_;
  Tokens tokens_;
  Route route_;
  std::vector<Users> links_;
  std::vector<std::uint32_t> before_;
};

}  // namespace bamboo::plans
