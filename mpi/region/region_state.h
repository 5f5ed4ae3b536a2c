// SPDX-License-Identifier: Apache-2.0
// A rank's position in its overlap regions. The functions of bamboo/region.h change it, and
// point-to-point functions query it.
#pragma once

#include <bamboo/region.h>

#include <vector>

#include "region/posted_receives.h"
#include "region/region_edges.h"

namespace bamboo::mpi {

class RegionState {
 public:
  RegionState(MessagingTask& task, RegionGraph& graph) : task_(task), edges_(task, graph) {}

  void begin_region(const bamboo_region& region);
  void begin_send(const bamboo_block& block);
  void begin_receive(const bamboo_block& block);
  /// Ends the innermost scope, if there is one: a jump may have led past its begin.
  void end();

  /// Ends the job if the innermost region has layouts and none of them has this edge. `to` may be
  /// no rank; then there is no edge to check.
  void check_edge(TaskId to, int tag) const {
    if (!scopes_.empty() && to >= 0) [[unlikely]]
      check_innermost(to, tag);
  }
  /// The receives of the receive block that the rank is in; null: it is in none.
  PostedReceives* receive_block();
  /// The posted receive that this MPI_Recv takes; null when the block posted none. It stays valid
  /// until the next call for this rank.
  Request* take_posted(const Request& wanted) {
    return scopes_.empty() ? nullptr : take_from_block(wanted);
  }
  /// The program made a Cartesian communicator over all ranks in world order.
  void follow(const CartesianTopology& topology) { edges_.follow(topology); }

 private:
  struct Scope {
    const bamboo_region* region = nullptr;
    const RegionEdges::Edges* edges = nullptr;
    const bamboo_block* send = nullptr;
    const bamboo_block* receive = nullptr;
    PostedReceives posted;
  };
  void check_innermost(TaskId to, int tag) const;
  Request* take_from_block(const Request& wanted);
  /// Applies the scopes' options to the rank's sends.
  void set_send_policy();

  MessagingTask& task_;
  RegionEdges edges_;
  std::vector<Scope> scopes_;
  int send_depth_ = 0, no_reuse_depth_ = 0;
  std::unique_ptr<Request> taken_;
};

}  // namespace bamboo::mpi
