// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/verify.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/plans/local_run.h"
#include "bamboo/plans/multicast_steps.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {
namespace {

// The meaning of an operation in symbols: the contents of the buffers before and after it.

/// The value of one unit: contributions of the ranks first … last, unit `index` of each, combined
/// from left to right; `shape` distinguishes bracketings.
struct Symbol {
  int first = nothing, last = nothing;
  std::size_t index = 0;
  std::uint64_t shape = 0;

  static constexpr int nothing = -1;  ///< no step wrote the unit
  static Symbol contribution(int rank, std::size_t index) { return {rank, rank, index, 0}; }
  bool defined() const { return first != nothing; }
  bool same_value(const Symbol& other) const {
    return first == other.first && last == other.last && index == other.index;
  }
};

using Symbols = std::vector<Symbol>;

/// The contribution of `rank`, units [begin, begin + count).
void append(Symbols& out, int rank, std::size_t begin, std::size_t count) {
  for (std::size_t u = 0; u < count; ++u) out.push_back(Symbol::contribution(rank, begin + u));
}

Symbols reduced(int last, std::size_t begin, std::size_t count) {
  Symbols out;
  for (std::size_t u = 0; u < count; ++u) out.push_back({0, last, begin + u, 0});
  return out;
}

/// Returns the input block of the source that corresponds to `block` of rank `r`'s output.
int matching_block(std::span<const Problem> problems, int r, int block) {
  const std::vector<int>& sources = problems[r].sources;
  const int source = sources[block];
  auto edges_before = std::count(sources.begin(), sources.begin() + block, source);
  const std::vector<int>& destinations = problems[source].destinations;
  for (std::size_t i = 0; i < destinations.size(); ++i)
    if (destinations[i] == r && edges_before-- == 0) return static_cast<int>(i);
  return -1;  // the graph's ends do not agree
}

/// The blocks of neighbours; those without an end stay undefined.
Symbols of_neighbours(std::span<const Problem> problems, int r) {
  const Problem& p = problems[r];
  Symbols out;
  for (std::size_t i = 0; i < p.sources.size(); ++i) {
    const int block = matching_block(problems, r, static_cast<int>(i));
    if (block < 0) return {};
    const Blocks sent = input_blocks(problems[p.sources[i]]);
    append(out, p.sources[i], p.operation == Operation::NeighborAlltoallv ? sent.offset(block) : 0,
           p.output_counts[i]);
  }
  return out;
}

Symbols initial_input(const Problem& problem) {
  Symbols out;
  append(out, problem.rank, 0, input_blocks(problem).total());
  return out;
}

Symbols initial_output(const Problem& problem) {
  const Blocks blocks = output_blocks(problem);
  Symbols out(blocks.total());
  const bool root = problem.rank == problem.root;
  const bool whole = problem.operation == Operation::Bcast ? root : problem.in_place;
  if (!whole || blocks.size() == 0) return out;
  const int own = blocks.size() == 1 ? 0 : problem.rank;
  for (std::size_t u = 0; u < blocks.count(own); ++u)
    out[blocks.offset(own) + u] = Symbol::contribution(problem.rank, u);
  return out;
}

/// Returns the contents of rank r's Output after the operation; undefined symbols where the
/// operation does not write.
Symbols demanded_output(std::span<const Problem> problems, int r) {
  const Problem& p = problems[r];
  const Blocks blocks = output_blocks(p);
  Symbols out;
  switch (p.operation) {
    case Operation::Barrier:
      break;
    case Operation::Bcast:
      append(out, p.root, 0, p.count);
      break;
    case Operation::Gather:
    case Operation::Gatherv:
    case Operation::Allgather:
    case Operation::Allgatherv:
      for (int i = 0; i < blocks.size(); ++i) append(out, i, 0, blocks.count(i));
      break;
    case Operation::Scatter:
    case Operation::Scatterv:
      append(out, p.root, input_blocks(problems[p.root]).offset(r), blocks.total());
      break;
    case Operation::Alltoall:
    case Operation::Alltoallv:
      for (int i = 0; i < blocks.size(); ++i)
        append(out, i, input_blocks(problems[i]).offset(r), blocks.count(i));
      break;
    case Operation::Reduce:
    case Operation::Allreduce:
      return reduced(p.size - 1, 0, blocks.total());
    case Operation::Scan:
      return reduced(r, 0, blocks.total());
    case Operation::Exscan:
      return r == 0 ? initial_output(p) : reduced(r - 1, 0, blocks.total());
    case Operation::NeighborAllgatherv:
    case Operation::NeighborAlltoallv:
      return of_neighbours(problems, r);
    case Operation::ReduceScatterBlock:
    case Operation::ReduceScatter:
      return reduced(p.size - 1, input_blocks(p).offset(r), blocks.total());
  }
  return out;
}

using Ranks = std::vector<bool>;

/// The ranks that must have begun the barrier when each step of each rank is done.
class Begun {
 public:
  explicit Begun(std::span<const Plan> plans) : plans_(plans), after_(plans.size()) {
    for (std::size_t r = 0; r < plans.size(); ++r) after_[r].assign(plans[r].steps.size(), {});
    meet();
    while (pass()) {
    }
  }

  Ranks at_end(std::size_t rank) const {
    Ranks all = alone(rank);
    for (const Ranks& each : after_[rank]) add(each, all);
    return all;
  }

 private:
  struct At {
    std::size_t rank, step;
  };

  Ranks alone(std::size_t rank) const {
    Ranks out(plans_.size());
    out[rank] = true;
    return out;
  }

  static void add(const Ranks& more, Ranks& to) {
    for (std::size_t i = 0; i < more.size(); ++i)
      if (more[i]) to[i] = true;
  }

  /// The k-th send of a pair meets its k-th receive.
  void meet() {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<At>> sends;
    for (std::size_t r = 0; r < plans_.size(); ++r)
      for (std::size_t i = 0; i < plans_[r].steps.size(); ++i)
        if (const Step& step = plans_[r].steps[i]; step.kind == Step::Kind::Send)
          sends[{r, static_cast<std::size_t>(step.peer)}].push_back({r, i});
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> received;
    for (std::size_t r = 0; r < plans_.size(); ++r)
      for (std::size_t i = 0; i < plans_[r].steps.size(); ++i)
        if (const Step& step = plans_[r].steps[i]; step.kind == Step::Kind::Receive) {
          const std::pair pair(static_cast<std::size_t>(step.peer), r);
          met_.push_back({sends[pair].at(received[pair]++), {r, i}});
        }
  }

  /// Returns true if it found a new fact.
  bool pass() {
    bool changed = false;
    const auto widen = [&](const Ranks& more, At at) {
      Ranks& known = after_[at.rank][at.step];
      const Ranks before = known;
      if (known.empty()) known = alone(at.rank);
      add(more, known);
      changed |= known != before;
    };
    for (std::size_t r = 0; r < plans_.size(); ++r)
      for (std::size_t i = 0; i < plans_[r].steps.size(); ++i) {
        widen({}, {r, i});
        for (const std::uint32_t earlier : plans_[r].steps[i].after)
          widen(after_[r][earlier], {r, i});
      }
    for (const auto& [send, receive] : met_) widen(after_[send.rank][send.step], receive);
    return changed;
  }

  std::span<const Plan> plans_;
  std::vector<std::vector<Ranks>> after_;  ///< by rank and step
  std::vector<std::pair<At, At>> met_;     ///< sends and their receives
};

/// A barrier has no blocks: only its order matters. No rank may end it before all have begun.
/// Otherwise the plans are checked as usual: each send meets a receive, and no rank waits for ever.
std::optional<Fault> check_barrier_order(std::span<const Plan> plans) {
  const Begun begun(plans);
  for (std::size_t r = 0; r < plans.size(); ++r) {
    const Ranks known = begun.at_end(r);
    const auto missing = std::ranges::find(known, false);
    if (missing != known.end())
      return Fault{"rank " + std::to_string(r) + " may end before rank " +
                   std::to_string(missing - known.begin()) + " has begun"};
  }
  return std::nullopt;
}

/// The plans' run on symbols.
class SymbolicRun final : public LocalRun {
 public:
  SymbolicRun(std::span<const Problem> problems, std::span<const Plan> plans) {
    for (std::size_t r = 0; r < plans.size(); ++r)
      memories_.push_back(
          {{}, initial_input(problems[r]), initial_output(problems[r]), Symbols(plans[r].scratch)});
  }

  const Symbols& output(int rank) { return buffer(rank, Place::Buffer::Output); }
  std::optional<Fault> fault;

 protected:
  void transfer(int sender, const Step& send, int receiver, const Step& receive) override {
    move(sender, send, receiver, receive.to);
  }
  void copy(int rank, const Step& step) override { move(rank, step, rank, step.to); }

  void reduce(int rank, const Step& step) override {
    for (std::size_t u = 0; u < step.count; ++u) {
      const Symbol left = read(rank, step, step.from, u);
      Symbol& to = buffer(rank, step.to.buffer)[step.to.offset + u];
      const Symbol right = read(rank, step, step.to, u);
      if (left.last + 1 != right.first || left.index != right.index)
        complain(rank, step, "combines operands that are not neighbours in the order of ranks");
      // Any mixing function that distinguishes (a b) c from a (b c) is sufficient.
      const std::uint64_t shape =
          (left.shape + 1) * 0x9e3779b97f4a7c15u ^ (right.shape + 2) * 0xc2b2ae3d27d4eb4fu;
      to = {left.first, right.last, left.index, shape};
    }
  }

 private:
  Symbols& buffer(int rank, Place::Buffer which) {
    return memories_[rank][static_cast<int>(which)];
  }

  Symbol read(int rank, const Step& step, Place place, std::size_t unit) {
    const Symbol value = buffer(rank, place.buffer)[place.offset + unit];
    if (!value.defined()) complain(rank, step, "reads what no step wrote");
    return value;
  }

  void move(int from_rank, const Step& step, int to_rank, Place to) {
    // Scratch may contain padding if none of it reaches an output.
    const bool may_be_padding = to.buffer == Place::Buffer::Scratch;
    for (std::size_t u = 0; u < step.count; ++u)
      buffer(to_rank, to.buffer)[to.offset + u] =
          may_be_padding ? buffer(from_rank, step.from.buffer)[step.from.offset + u]
                         : read(from_rank, step, step.from, u);
  }

  void complain(int rank, const Step& step, const char* what) {
    if (!fault) fault = Fault{"rank " + std::to_string(rank) + " (" + to_text(step) + ") " + what};
  }

  std::vector<std::vector<Symbols>> memories_;  // per rank, by Place::Buffer
};

std::optional<Fault> check_output(std::span<const Problem> problems, int rank,
                                  const Symbols& output) {
  const Symbols demanded = demanded_output(problems, rank);
  if (demanded.size() != output.size())
    return Fault{"rank " + std::to_string(rank) + ": the ranks' counts do not agree"};
  for (std::size_t u = 0; u < output.size(); ++u)
    if (!output[u].same_value(demanded[u]))
      return Fault{"rank " + std::to_string(rank) + ": output unit " + std::to_string(u) +
                   (output[u].defined() ? " has a wrong value" : " is never written")};
  return std::nullopt;
}

/// Verifies the plans without a transformation.
std::optional<Fault> verify_all(std::span<const Problem> problems, std::span<const Plan> plans) {
  for (std::size_t r = 0; r < plans.size(); ++r)
    if (std::optional<Fault> fault = verify_alone(problems[r], plans[r])) return fault;
  SymbolicRun run(problems, plans);
  if (std::optional<Fault> fault = run.run(plans)) return fault;
  if (run.fault) return run.fault;
  for (std::size_t r = 0; r < plans.size(); ++r) {
    const int rank = static_cast<int>(r);
    if (std::optional<Fault> fault = check_output(problems, rank, run.output(rank))) return fault;
  }
  if (problems[0].operation == Operation::Barrier) return check_barrier_order(plans);
  if (problems[0].operation != Operation::Allreduce) return std::nullopt;
  for (std::size_t r = 1; r < plans.size(); ++r)
    for (std::size_t u = 0; u < run.output(0).size(); ++u)
      if (run.output(static_cast<int>(r))[u].shape != run.output(0)[u].shape)
        return Fault{"ranks 0 and " + std::to_string(r) + " bracket unit " + std::to_string(u) +
                     " differently"};
  return std::nullopt;
}

bool has_multicasts(const Plan& plan) {
  return std::ranges::any_of(plan.steps, &Step::is_multicast);
}

}  // namespace

std::optional<Fault> verify(std::span<const Problem> problems, std::span<const Plan> plans) {
  if (problems.size() != plans.size() || plans.empty())
    return Fault{"there is not exactly one plan for each rank"};
  if (std::optional<Fault> fault = verify_all(problems, plans)) return fault;
  if (std::ranges::none_of(plans, has_multicasts)) return std::nullopt;
  std::vector<Plan> messages;
  for (const Plan& plan : plans) messages.push_back(in_unicast(plan));
  std::optional<Fault> fault = verify_all(problems, messages);
  if (fault) fault->text.insert(0, "without multicast, ");
  return fault;
}

}  // namespace bamboo::plans
