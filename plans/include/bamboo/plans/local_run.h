// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/execution.h"

namespace bamboo::plans {

/// Runs all ranks' plans together in the calling thread. Sends are synchronous: they complete with
/// their receive, so a plan that needs buffering is found out; a multicast completes when all have
/// started it. What a step does to memory is the
/// derived class's; the verifier runs symbols, tests run values.
class LocalRun {
 public:
  virtual ~LocalRun() = default;

  /// Empty, or what went wrong: transfers of unequal count, steps that can never start. `seed`
  /// shuffles who goes first, since the result of a right plan does not depend on it.
  std::string run(std::span<const Plan> plans, std::uint32_t seed = 0);
  /// Of direct plans (is_direct()): after its first turn rank `absent` lets go, and its plan is
  /// not looked at before all others have ended, as if it were in a call that blocks. That they
  /// end is checked as well.
  std::string run_without(int absent, std::span<const Plan> plans, std::uint32_t seed);

 protected:
  /// Of a multicast: its part for that receiver as a send.
  virtual void transfer(int sender, const Step& send, int receiver, const Step& receive) = 0;
  virtual void copy(int rank, const Step& step) = 0;
  virtual void reduce(int rank, const Step& step) = 0;

 private:
  class Member;
  struct Network;
  using Members = std::vector<std::unique_ptr<Member>>;
  Members members_of(std::span<const Plan> plans, Network& network);
  static std::string run(Members& members, Network& network, std::uint32_t seed);
};

}  // namespace bamboo::plans
