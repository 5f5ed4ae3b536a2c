// SPDX-License-Identifier: Apache-2.0
// Finds calls so large and so slow that they wait for a wire, if the network is not described. The
// plan that is chosen by sizes is tried at once: it is made for wires, and whether it is faster on
// this one its turn shows. Most MPIs send all at once where processes exchange, and lose packets
// where senders meet, or pass on whole messages where a chain would pass on parts.
#pragma once

#include "selection/prospect.h"

namespace bamboo::plans::pmpi {

class LargeCall final : public Prospect {
 public:
  /// Whether all blocks together are so large that it may be one.
  static bool is_large(Operation operation, int size, std::size_t bytes);
  /// Like above, for an operation whose processes know different bytes. Collective; the same on
  /// all.
  static bool is_large(const Problem& own, MPI_Comm channel);
  /// `first`: the candidate that is tried. `bytes` as Trial has them, of `size` processes.
  /// `is_world`: the communicator is MPI_COMM_WORLD.
  LargeCall(const Algorithm& first, int size, std::size_t bytes, bool is_world);

  std::size_t calls() const override { return calls_; }
  bool may_gain(const SeenCall& call) const override;
  std::optional<Outlook> outlook(std::span<const Algorithm* const> candidates, const Ask& ask,
                                 MPI_Comm channel) const override;
  bool knows_schedules() const override { return false; }

 private:
  double busiest(const Ask& ask, MPI_Comm channel) const;

  const Algorithm* first_;
  double busiest_ = 0;  ///< largest bytes of a process, if all processes know them
  std::size_t calls_ = 0;
};

}  // namespace bamboo::plans::pmpi
