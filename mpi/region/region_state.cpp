// SPDX-License-Identifier: Apache-2.0
#include "region/region_state.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "errors/end_job.h"
#include "errors/source_location.h"

namespace bamboo::mpi {

void RegionState::set_send_policy() {
  task_.sends = {.in_region = !scopes_.empty(),
                 .puts = send_depth_ > 0,
                 .recycles_buffers = no_reuse_depth_ == 0};
}

void RegionState::begin_region(const bamboo_region& region) {
  Scope scope;
  scope.region = &region;
  if (region.layout_count > 0) scope.edges = &edges_.of(region);
  if (region.flags & BAMBOO_REGION_NO_BUFFER_REUSE) ++no_reuse_depth_;
  scopes_.push_back(std::move(scope));
  set_send_policy();
}

void RegionState::begin_send(const bamboo_block& block) {
  ++send_depth_;
  scopes_.emplace_back().send = &block;
  set_send_policy();
}

void RegionState::begin_receive(const bamboo_block& block) {
  scopes_.emplace_back().receive = &block;
  set_send_policy();
}

void RegionState::end() {
  if (scopes_.empty()) return;
  const Scope& scope = scopes_.back();
  if (const std::size_t left = scope.posted.left(); left > 0) {
    end_job_at(place_of(*scope.receive),
               "rank %d leaves this receive block with %zu posted receive(s) that no MPI_Recv "
               "took; the block's receives must be the same ones in every pass",
               task_.id(), left);
  }
  if (scope.send) --send_depth_;
  if (scope.region && (scope.region->flags & BAMBOO_REGION_NO_BUFFER_REUSE)) --no_reuse_depth_;
  scopes_.pop_back();
  set_send_policy();
}

void RegionState::check_innermost(TaskId to, int tag) const {
  for (const Scope& scope : scopes_ | std::views::reverse) {
    if (!scope.region) continue;
    if (scope.edges) edges_.check(*scope.region, *scope.edges, to, tag);
    return;
  }
}

PostedReceives* RegionState::receive_block() {
  return !scopes_.empty() && scopes_.back().receive ? &scopes_.back().posted : nullptr;
}

Request* RegionState::take_from_block(const Request& wanted) {
  const auto has_posted = [](const Scope& scope) { return scope.posted.left() > 0; };
  const auto scope = std::ranges::find_if(scopes_.rbegin(), scopes_.rend(), has_posted);
  if (scope == scopes_.rend()) return nullptr;
  taken_ = scope->posted.take();
  if (!same_arguments(*taken_, wanted)) {
    end_job_at(place_of(*scope->receive),
               "rank %d: an MPI_Recv of this receive block (at %s) asks for source %d, tag %d, %zu "
               "elements, but source %d, tag %d, %zu elements were posted for it; the block's "
               "receives must be the same ones in every pass",
               task_.id(), describe_call_site(task_.call.address).c_str(), wanted.peer, wanted.tag,
               wanted.count, taken_->peer, taken_->tag, taken_->count);
  }
  return taken_.get();
}

}  // namespace bamboo::mpi
