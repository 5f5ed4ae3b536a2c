// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the network is not described: exchanges so large and so slow that they wait for a
/// wire, on which messages that are kept in step are known to be fastest. Most MPIs send all at
/// once, and lose packets where senders meet.
#pragma once

#include "selection/prospect.h"

namespace bamboo::plans::pmpi {

class LargeCall final : public Prospect {
 public:
  /// `in_step`: of the same operation, among the candidates. `bytes` as Trial has them, of `size`
  /// processes. `is_world`: the communicator is MPI_COMM_WORLD.
  LargeCall(const Algorithm& in_step, int size, std::size_t bytes, bool is_world);

  std::size_t calls() const override { return calls_; }
  bool may_gain(const SeenCall& call) const override;
  std::optional<Outlook> outlook(std::span<const Algorithm* const> candidates, const Ask& ask,
                                 MPI_Comm channel) const override;
  bool knows_schedules() const override { return false; }

 private:
  struct Sent {
    double each = 0;  ///< bytes of a message, by the mean
    double all = 0;   ///< of a process
  };
  Sent busiest(const Ask& ask, MPI_Comm channel) const;

  const Algorithm* in_step_;
  int size_;
  std::size_t each_ = 0;  ///< bytes for each other process, where all know them alike
  std::size_t calls_ = 0;
};

}  // namespace bamboo::plans::pmpi
