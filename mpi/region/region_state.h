// SPDX-License-Identifier: Apache-2.0
// Where a rank stands in its overlap regions: what the calls of bamboo/region.h change and what
// point-to-point functions ask.
#pragma once

#include <bamboo/region.h>

#include <map>
#include <memory>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/types.h"
#include "matching/request.h"

namespace bamboo::mpi {

class Rank;

class RegionState {
 public:
  explicit RegionState(Rank& rank) : rank_(rank) {}

  void begin_region(const bamboo_region& region);
  void begin_send(const bamboo_block& block);
  void begin_receive(const bamboo_block& block);
  /// Ends the innermost scope. True: none is left.
  bool end();

  bool in_send_block() const { return send_depth_ > 0; }
  bool reuses_buffers() const { return no_reuse_depth_ == 0; }

  /// Fails the job when the innermost region has layouts and none of them has this edge.
  void check_edge(const Rank& rank, TaskId to, int tag) const;

  /// Receive blocks: posts now what an MPI_Recv of the block will ask for. What only the run can
  /// tell ends the posting, and the block's remaining receives stay in order: a wildcard in a
  /// variable, a buffer that overlaps one posted before.
  void post(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm);
  /// Waits for all posted and not yet taken receives of the block.
  void fire();
  /// The posted receive that this MPI_Recv takes; null when the block posted none. It stays valid
  /// until the next call for this rank.
  Request* take_posted(Rank& rank, const Request& wanted);

 private:
  /// What a directive's layouts are in this rank's geometry. Made when the region begins for the
  /// first time after the geometry may have changed.
  struct Edges {
    std::vector<std::unique_ptr<Layout>> layouts;
    Geometry geometry;
    std::shared_ptr<const Geometry> cartesian;  ///< which the geometry follows; null: none
  };
  struct Scope {
    const bamboo_region* region = nullptr;
    const Edges* edges = nullptr;
    const bamboo_block* send = nullptr;
    const bamboo_block* receive = nullptr;
    std::vector<std::unique_ptr<Request>> posted;
    std::size_t taken = 0;       ///< of the posted ones
    bool posts_no_more = false;  ///< the rest of the block's receives stay in order
  };
  const Edges& edges_of(const bamboo_region& region);
  const Scope* innermost_region() const;
  Scope* innermost_receive();

  Rank& rank_;
  std::vector<Scope> scopes_;
  std::map<const bamboo_region*, Edges> edges_;
  int send_depth_ = 0, no_reuse_depth_ = 0;
  std::unique_ptr<Request> taken_;
};

}  // namespace bamboo::mpi
