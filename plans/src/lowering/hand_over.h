// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "bamboo/plans/lower.h"
#include "bamboo/plans/phases.h"
#include "network/link_load.h"

namespace bamboo::plans {

/// Finds the transfers that a transfer takes its links over from. On a link that carries one
/// transfer at a time: the previous one; on a link that carries n: the oldest active one. Transfers
/// that finish on the link within the lead do not count.
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
