// SPDX-License-Identifier: Apache-2.0
#include "region/region_state.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "bamboo/taskgraph/internal/trace.h"
#include "errors/source_location.h"
#include "functions/point_to_point/arguments.h"
#include "p2p/post.h"
#include "rank/job.h"
#include "rank/rank.h"
#include "region/region.h"

namespace bamboo::mpi {

namespace {

std::string place_of(const bamboo_region& region) {
  return std::string(region.file) + ":" + std::to_string(region.line);
}

bool follows_cartesian(const Rank& rank, int dimension) {
  return rank.cartesian && rank.cartesian->dimension() == dimension && rank.job.geometry_is_default;
}

/// The geometry of a region: BAMBOO_GEOMETRY, else the program's Cartesian communicator, else the
/// default one, in which messages may use periodic edges.
Geometry geometry_of(const Rank& rank, int dimension) {
  if (follows_cartesian(rank, dimension)) return *rank.cartesian;
  const Geometry& given = rank.job.geometry;
  const Geometry base =
      given.dimension() == dimension ? given : Geometry::balanced(rank.size, dimension);
  std::vector<int> extents;
  for (int d = 0; d < base.dimension(); ++d) extents.push_back(base.extent(d));
  return Geometry(extents, std::vector<bool>(extents.size(), true));
}

std::unique_ptr<Layout> make_layout(const bamboo_layout& layout) {
  if (layout.neighbours) return function_layout(layout.name, layout.neighbours);
  if (layout.make)
    return std::unique_ptr<Layout>(static_cast<Layout*>(const_cast<void*>(layout.make())));
  std::vector<int> dims;
  for (const int d : layout.dims) {
    if (d >= 0) dims.push_back(d);
  }
  return predefined_layout(layout.name, dims);
}

/// Tasks that feed another process run first, or the wire idles while inner tasks compute.
bool leaves_process(const Rank& rank, const Layout& layout, const Geometry& geometry) {
  const Placement& placement = rank.job.placement;
  if (layout.joins_all()) return placement.processes() > 1;
  const ProcessId here = placement.process_of(rank.id());
  const std::vector<TaskId> targets = layout.targets(rank.id(), geometry);
  return std::any_of(targets.begin(), targets.end(),
                     [&](TaskId to) { return placement.process_of(to) != here; });
}

/// Whether two receives may write the same byte: by the memory from their first to their last byte.
bool overlap(const Request& a, const Request& b) {
  if (a.count * a.type->size == 0 || b.count * b.type->size == 0) return false;
  const auto range = [](const Request& r) {
    const auto first = reinterpret_cast<std::intptr_t>(r.buffer) + r.type->true_lb;
    const auto last = first + static_cast<MPI_Aint>(r.count - 1) * r.type->extent;
    return std::pair(std::min(first, last), std::max(first, last) + r.type->true_extent);
  };
  const auto [a_begin, a_end] = range(a);
  const auto [b_begin, b_end] = range(b);
  return a_begin < b_end && b_begin < a_end;
}

bool same_arguments(const Request& a, const Request& b) {
  return a.buffer == b.buffer && a.count == b.count && a.type == b.type && a.peer == b.peer &&
         a.tag == b.tag && a.context == b.context;
}

}  // namespace

const RegionState::Edges& RegionState::edges_of(const bamboo_region& region) {
  const auto cartesian = follows_cartesian(rank_, region.dimension) ? rank_.cartesian : nullptr;
  const auto known = edges_.find(&region);
  if (known != edges_.end() && known->second.cartesian == cartesian) return known->second;
  Edges edges;
  edges.cartesian = cartesian;
  edges.geometry = geometry_of(rank_, region.dimension);
  for (int i = 0; i < region.layout_count; ++i) {
    auto layout = make_layout(region.layouts[i]);
    if (!layout) {
      std::fprintf(stderr, "%s: bamboo: error: unknown layout '%s'\n", place_of(region).c_str(),
                   region.layouts[i].name);
      end_job(1);
    }
    try {
      rank_.job.prebuild(place_of(region) + " " + layout->name(), *layout, edges.geometry);
      if (leaves_process(rank_, *layout, edges.geometry))
        rank_.priority = Rank::feeds_other_process;
    } catch (const std::length_error& error) {
      std::fprintf(stderr, "%s: bamboo: error: %s\n", place_of(region).c_str(), error.what());
      end_job(1);
    }
    edges.layouts.push_back(std::move(layout));
  }
  return edges_[&region] = std::move(edges);
}

void RegionState::begin_region(const bamboo_region& region) {
  Scope scope;
  scope.region = &region;
  if (region.layout_count > 0) scope.edges = &edges_of(region);
  if (region.flags & BAMBOO_REGION_NO_BUFFER_REUSE) ++no_reuse_depth_;
  scopes_.push_back(std::move(scope));
}

void RegionState::begin_send(const bamboo_block& block) {
  ++send_depth_;
  scopes_.emplace_back().send = &block;
}

void RegionState::begin_receive(const bamboo_block& block) {
  scopes_.emplace_back().receive = &block;
}

bool RegionState::end() {
  Scope& scope = scopes_.back();
  if (const std::size_t left = scope.posted.size() - scope.taken; left > 0) {
    std::fprintf(stderr,
                 "%s:%d: bamboo: error: rank %d leaves this receive block with %zu posted "
                 "receive(s) that no MPI_Recv took; "
                 "the block's receives must be the same ones in every pass\n",
                 scope.receive->file, scope.receive->line, rank_.id(), left);
    end_job(1);
  }
  if (scope.send) --send_depth_;
  if (scope.region && (scope.region->flags & BAMBOO_REGION_NO_BUFFER_REUSE)) --no_reuse_depth_;
  scopes_.pop_back();
  return scopes_.empty();
}

const RegionState::Scope* RegionState::innermost_region() const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (scope->region) return &*scope;
  }
  return nullptr;
}

RegionState::Scope* RegionState::innermost_receive() {
  return !scopes_.empty() && scopes_.back().receive ? &scopes_.back() : nullptr;
}

void RegionState::check_edge(const Rank& rank, TaskId to, int tag) const {
  const Scope* scope = innermost_region();
  if (!scope || !scope->edges) return;
  const Edges& edges = *scope->edges;
  for (const auto& layout : edges.layouts) {
    if (layout->contains(rank.id(), to, edges.geometry)) return;
  }
  std::string names;
  for (const auto& layout : edges.layouts) names += (names.empty() ? "" : ", ") + layout->name();
  std::string extents;
  for (int d = 0; d < edges.geometry.dimension(); ++d) {
    extents += (d ? "x" : "") + std::to_string(edges.geometry.extent(d));
  }
  std::fprintf(stderr,
               "%s: bamboo: error: rank %d sends to rank %d (tag %d) in this region, but no edge "
               "of its layout (%s) leads "
               "there; geometry %s\n%s: bamboo: note: the send is here\n",
               place_of(*scope->region).c_str(), rank.id(), to, tag, names.c_str(), extents.c_str(),
               describe_call_site(rank.call_site).c_str());
  end_job(1);
}

void RegionState::post(void* buffer, int count, MPI_Datatype type, int source, int tag,
                       MPI_Comm comm) {
  Scope* scope = innermost_receive();
  // Only the translator calls it, inside its receive block.
  if (!scope || scope->posts_no_more) return;
  auto request = std::make_unique<Request>(rank_);
  set_receive(*request, buffer, count, type, source, tag, comm);
  scope->posts_no_more = request->peer == any_source || request->tag == MPI_ANY_TAG ||
                         std::any_of(scope->posted.begin(), scope->posted.end(),
                                     [&](const auto& other) { return overlap(*request, *other); });
  if (scope->posts_no_more) return;
  post_receive(*request);
  scope->posted.push_back(std::move(request));
}

void RegionState::fire() {
  Scope* scope = innermost_receive();
  if (!scope) return;
  std::vector<Request*> all;
  for (std::size_t i = scope->taken; i < scope->posted.size(); ++i)
    all.push_back(scope->posted[i].get());
  wait_all(rank_, all);
}

Request* RegionState::take_posted(Rank& rank, const Request& wanted) {
  Scope* scope = nullptr;
  for (auto s = scopes_.rbegin(); s != scopes_.rend() && !scope; ++s) {
    if (s->taken < s->posted.size()) scope = &*s;
  }
  if (!scope) return nullptr;
  taken_ = std::move(scope->posted[scope->taken++]);
  if (!same_arguments(*taken_, wanted)) {
    std::fprintf(stderr,
                 "%s:%d: bamboo: error: rank %d: an MPI_Recv of this receive block (at %s) asks "
                 "for source %d, tag %d, %zu "
                 "elements, but source %d, tag %d, %zu elements were posted for it; the block's "
                 "receives must be the same "
                 "ones in every pass\n",
                 scope->receive->file, scope->receive->line, rank.id(),
                 describe_call_site(rank.call_site).c_str(), wanted.peer, wanted.tag, wanted.count,
                 taken_->peer, taken_->tag, taken_->count);
    end_job(1);
  }
  return taken_.get();
}

void note_cartesian(Rank& rank, const CartesianTopology& topology) {
  rank.cartesian = std::make_shared<const Geometry>(
      topology.dims, std::vector<bool>(topology.periods.begin(), topology.periods.end()));
}

namespace {

RegionState& state_of(const char* function) {
  Rank& rank = Rank::current(function);
  if (!rank.region_state) rank.region_state = std::make_unique<RegionState>(rank);
  rank.region = rank.region_state.get();
  return *rank.region;
}

void end_scope() {
  Rank& rank = Rank::current("bamboo_region_end");
  // Null: a jump led into the middle of the scope, past its begin.
  if (rank.region && rank.region->end()) rank.region = nullptr;
}

/// Errors of posted receives concern the MPI_Recv that they stand for.
template <class Body>
void as_mpi_recv(MPI_Comm comm, void* call_site, Body&& body) {
  Rank& rank = Rank::current("MPI_Recv");
  const InRuntime in_runtime(rank);
  rank.function = "MPI_Recv";
  rank.call_site = call_site;
  try {
    body();
  } catch (const MpiError& error) {
    rank.handle_error(comm, "MPI_Recv", error);
  }
}

}  // namespace

extern "C" {

int bamboo_region_begin(const bamboo_region* region) {
  state_of("bamboo_region_begin").begin_region(*region);
  return 0;
}
int bamboo_send_begin(const bamboo_block* block) {
  state_of("bamboo_send_begin").begin_send(*block);
  return 0;
}
int bamboo_receive_begin(const bamboo_block* block) {
  state_of("bamboo_receive_begin").begin_receive(*block);
  return 0;
}
void bamboo_region_end(int*) {
  end_scope();
}
void bamboo_send_end(int*) {
  end_scope();
}
void bamboo_receive_end(int*) {
  end_scope();
}

void bamboo_post(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm) {
  as_mpi_recv(comm, __builtin_return_address(0),
              [&] { state_of("bamboo_post").post(buffer, count, type, source, tag, comm); });
}
void bamboo_fire(void) {
  as_mpi_recv(MPI_COMM_NULL, __builtin_return_address(0), [&] { state_of("bamboo_fire").fire(); });
}

}  // extern "C"
}  // namespace bamboo::mpi
