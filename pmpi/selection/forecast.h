// SPDX-License-Identifier: Apache-2.0
// Forecasts calls of a kind before any plan of theirs has run: their time in a simulation on the
// described network. All processes have the same description.
#pragma once

#include "bamboo/plans/network.h"
#include "selection/prospect.h"

namespace bamboo::plans::pmpi {

class Forecast final : public Prospect {
 public:
  /// `bytes` as Trial has them. The network, between the communicator's processes, must outlive it.
  /// `is_world`: the communicator is MPI_COMM_WORLD.
  Forecast(Operation operation, std::size_t bytes, const Network& network, bool is_world);

  std::size_t calls() const override { return calls_; }
  bool may_gain(const SeenCall& call) const override;
  std::optional<Outlook> outlook(std::span<const Algorithm* const> candidates, const Ask& ask,
                                 MPI_Comm channel) const override;
  bool knows_schedules() const override { return operation_ == Operation::Alltoallv; }

 private:
  Operation operation_;
  std::size_t bytes_;
  const Network* network_;
  double least_;      ///< what the wire needs; 0 where that is not known
  double agreement_;  ///< the time of an agreement
  std::size_t calls_ = 0;
};

}  // namespace bamboo::plans::pmpi
