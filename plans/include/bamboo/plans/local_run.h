// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/fault.h"

namespace bamboo::plans {

/// Runs all ranks' plans together in the calling thread. Sends are synchronous: they complete with
/// their receive, so a plan that needs buffering is found out; a multicast completes when all have
/// started it. The derived class moves data: the verifier moves symbols, tests move values.
class LocalRun {
 public:
  virtual ~LocalRun() = default;

  /// Finds transfers of unequal count and steps that can never start. `seed` shuffles the order of
  /// the ranks, on which the result of a right plan does not depend.
  std::optional<Fault> run(std::span<const Plan> plans, std::uint32_t seed = 0);
  /// Runs direct plans (is_direct()): after its first turn rank `absent` detaches, and its plan
  /// rests until all others have ended, as if that rank were in a call that blocks. The others
  /// must end.
  std::optional<Fault> run_without(int absent, std::span<const Plan> plans, std::uint32_t seed);

 protected:
  /// For a multicast, `send` is the receiver's part as a send.
  virtual void transfer(int sender, const Step& send, int receiver, const Step& receive) = 0;
  virtual void copy(int rank, const Step& step) = 0;
  virtual void reduce(int rank, const Step& step) = 0;

 private:
  class Member;
  struct Network;
  using Members = std::vector<std::unique_ptr<Member>>;
  Members members_of(std::span<const Plan> plans, Network& network);
  static std::optional<Fault> run(Members& members, Network& network, std::uint32_t seed);
};

}  // namespace bamboo::plans
