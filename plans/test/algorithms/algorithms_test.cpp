// SPDX-License-Identifier: Apache-2.0
// Every algorithm at every size 1 … 17: the verifier finds nothing, and a run on values gives what
// a naive definition of the operation gives, also for an operator that does not commute.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>

#include "bamboo/plans/by_nodes.h"
#include "bamboo/plans/local_run.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

using Values = std::vector<std::string>;

/// Unit `u` of what rank `r` contributes; "op" is concatenation, so operands may not change places.
std::string contribution(int r, std::size_t u) {
  return "(" + std::to_string(r) + ":" + std::to_string(u) + ")";
}

Values contributions(int r, std::size_t begin, std::size_t count) {
  Values out;
  for (std::size_t u = begin; u < begin + count; ++u) out.push_back(contribution(r, u));
  return out;
}

Values reduced(int ranks, std::size_t begin, std::size_t count) {
  Values out(count);
  for (std::size_t u = 0; u < count; ++u)
    for (int r = 0; r < ranks; ++r) out[u] += contribution(r, begin + u);
  return out;
}

struct Memory {
  Values input, output, scratch;
  Values& of(Place::Buffer buffer) {
    return buffer == Place::Buffer::Input    ? input
           : buffer == Place::Buffer::Output ? output
                                             : scratch;
  }
};

class ValueRun final : public LocalRun {
 public:
  std::vector<Memory> memories;
  bool shows_brackets = false;

 protected:
  void transfer(int sender, const Step& send, int receiver, const Step& receive) override {
    move(sender, send, receiver, receive.to);
  }
  void copy(int rank, const Step& step) override { move(rank, step, rank, step.to); }
  void reduce(int rank, const Step& step) override {
    for (std::size_t u = 0; u < step.count; ++u) {
      std::string& to = memories[rank].of(step.to.buffer)[step.to.offset + u];
      to = memories[rank].of(step.from.buffer)[step.from.offset + u] + to;
      if (shows_brackets) to = "[" + to + "]";
    }
  }

 private:
  void move(int from_rank, const Step& step, int to_rank, Place to) {
    for (std::size_t u = 0; u < step.count; ++u)
      memories[to_rank].of(to.buffer)[to.offset + u] =
          memories[from_rank].of(step.from.buffer)[step.from.offset + u];
  }
};

Place output(std::size_t offset) {
  return {Place::Buffer::Output, offset};
}
Place scratch(std::size_t offset) {
  return {Place::Buffer::Scratch, offset};
}

std::size_t sum(const std::vector<std::size_t>& counts, int end) {
  std::size_t out = 0;
  for (int i = 0; i < end; ++i) out += counts[i];
  return out;
}

/// For an alltoall with ascending destinations: the data of one rank for another one.
Values along_edges(const Problem& from, int to) {
  Values out;
  for (std::size_t edge = 0; edge < from.destinations.size(); ++edge)
    if (from.destinations[edge] == to) {
      const int before = static_cast<int>(edge);
      const Values block =
          contributions(from.rank, sum(from.input_counts, before), from.input_counts[edge]);
      out.insert(out.end(), block.begin(), block.end());
    }
  return out;
}

/// The operation's result by its definition.
Values naive(const std::vector<Problem>& all, int r, const Values& before) {
  const Problem& p = all[r];
  Values out;
  const auto add = [&out](Values values) { out.insert(out.end(), values.begin(), values.end()); };
  switch (p.operation) {
    case Operation::Barrier:
      break;
    case Operation::Bcast:
      return contributions(p.root, 0, p.count);
    case Operation::Gather:
    case Operation::Gatherv:
      if (r == p.root)
        for (int i = 0; i < p.size; ++i) add(contributions(i, 0, all[i].count));
      break;
    case Operation::Scatter:
      return before.empty() ? before : contributions(p.root, r * p.count, p.count);
    case Operation::Scatterv:
      return before.empty() ? before
                            : contributions(p.root, sum(all[p.root].input_counts, r), p.count);
    case Operation::Allgather:
      for (int i = 0; i < p.size; ++i) add(contributions(i, 0, p.count));
      break;
    case Operation::Allgatherv:
      for (int i = 0; i < p.size; ++i) add(contributions(i, 0, p.output_counts[i]));
      break;
    case Operation::Alltoall:
      for (int i = 0; i < p.size; ++i) add(contributions(i, r * p.count, p.count));
      break;
    case Operation::Alltoallv:
      for (int i = 0; i < p.size; ++i)
        add(contributions(i, sum(all[i].input_counts, r), all[i].input_counts[r]));
      break;
    case Operation::Reduce:
      return r == p.root ? reduced(p.size, 0, p.count) : Values{};
    case Operation::Allreduce:
      return reduced(p.size, 0, p.count);
    case Operation::Scan:
      return reduced(r + 1, 0, p.count);
    case Operation::Exscan:
      return r == 0 ? before : reduced(r, 0, p.count);
    case Operation::ReduceScatterBlock:
      return reduced(p.size, r * p.count, p.count);
    case Operation::ReduceScatter:
      return reduced(p.size, sum(p.output_counts, r), p.output_counts[r]);
    case Operation::NeighborAllgatherv:
      for (int source : p.sources) add(contributions(source, 0, all[source].count));
      break;
    case Operation::NeighborAlltoallv:
      for (int i = 0; i < p.size; ++i) add(along_edges(all[i], r));
      break;
  }
  return out;
}

Memory memory_of(const Problem& p, const Plan& plan) {
  Memory memory{contributions(p.rank, 0, input_blocks(p).total()),
                Values(output_blocks(p).total(), "?"), Values(plan.scratch, "?")};
  Values own;
  std::size_t at = 0;
  if (p.operation == Operation::Bcast && p.rank == p.root) own = contributions(p.rank, 0, p.count);
  if (p.in_place && !memory.output.empty()) {
    const Blocks blocks = output_blocks(p);
    const int block = blocks.size() == 1 ? 0 : p.rank;
    at = blocks.offset(block);
    own = contributions(p.rank, 0, blocks.count(block));
  }
  std::ranges::copy(own, std::span(memory.output).subspan(at).begin());
  return memory;
}

void expect_naive_result(const std::vector<Problem>& all, const std::vector<Plan>& planned,
                         const std::function<std::optional<Fault>(ValueRun&)>& run_plans) {
  ValueRun run;
  std::vector<Values> before;
  for (std::size_t r = 0; r < all.size(); ++r) {
    run.memories.push_back(memory_of(all[r], planned[r]));
    before.push_back(run.memories[r].output);
  }
  ASSERT_EQ(run_plans(run), std::nullopt);
  for (std::size_t r = 0; r < all.size(); ++r)
    ASSERT_EQ(run.memories[r].output, naive(all, static_cast<int>(r), before[r])) << "rank " << r;
}

void check(const Algorithm& algorithm, int size, int root, std::size_t count, bool in_place) {
  SCOPED_TRACE(std::string(algorithm.name) + " size " + std::to_string(size) + " root " +
               std::to_string(root) + " count " + std::to_string(count) +
               (in_place ? " in place" : ""));
  const auto all = problems(algorithm.operation, size, root, count, in_place);
  const auto planned = plans(algorithm, all);
  ASSERT_EQ(verify(all, planned), std::nullopt) << to_text(planned[0]);
  for (std::uint32_t seed : {0u, 1u, 2u}) {
    expect_naive_result(all, planned, [&](ValueRun& run) { return run.run(planned, seed); });
    if (algorithm.is_direct)
      expect_naive_result(all, planned, [&](ValueRun& run) {
        return run.run_without(static_cast<int>(seed) % size, planned, seed);
      });
  }
}

class EveryAlgorithm : public testing::TestWithParam<Algorithm> {};

TEST_P(EveryAlgorithm, VerifiesAndGivesTheNaiveResult) {
  const Algorithm& algorithm = GetParam();
  const Operation operation = algorithm.operation;
  for (int size = 1; size <= 17; ++size)
    for (int root = 0; root < (has_root(operation) ? size : 1); ++root)
      for (std::size_t count : {1, 3, 8})
        for (bool in_place : {false, true}) {
          if (in_place && !may_be_in_place(operation)) continue;
          check(algorithm, size, root, count, in_place);
          if (HasFatalFailure()) return;
        }
}

// More units than the smallest segment of a pipeline, so that there are several, the last one
// short.
TEST_P(EveryAlgorithm, CutsLargeBlocks) {
  const Algorithm& algorithm = GetParam();
  if (!algorithm.cuts_blocks) {
    check(algorithm, 5, 2, 41, false);
    return;
  }
  for (int size : {2, 3, 5}) check(algorithm, size, size - 1, 40'001, false);
}

TEST_P(EveryAlgorithm, AcceptsNoElements) {
  const Algorithm& algorithm = GetParam();
  for (int size : {1, 2, 5}) check(algorithm, size, 0, 0, false);
}

// Planning at scale must stay cheap: no plan has more than about n log n steps.
TEST_P(EveryAlgorithm, KeepsPlansShort) {
  const Algorithm& algorithm = GetParam();
  const int size = 256;
  for (const Plan& plan : plans(algorithm, problems(algorithm.operation, size, 0, 1, false)))
    EXPECT_LE(plan.steps.size(), std::size_t{size} * (8 + 3));
}

TEST(Problems, OfAllIrregularOperationsMoveSomething) {
  for (Operation operation :
       {Operation::Gatherv, Operation::Scatterv, Operation::Allgatherv, Operation::Alltoallv,
        Operation::ReduceScatter, Operation::NeighborAllgatherv, Operation::NeighborAlltoallv}) {
    std::size_t moved = 0, empty = 0;
    for (const Problem& p : problems(operation, 7, 0, 3, false))
      for (std::size_t count : p.output_counts) ++(count > 0 ? moved : empty);
    EXPECT_GT(moved, 0u) << name_of(operation);
    EXPECT_GT(empty, 0u) << name_of(operation);
  }
}

TEST_P(EveryAlgorithm, IsDirectWhereItSaysSo) {
  const Algorithm& algorithm = GetParam();
  bool all = true;
  for (int size = 1; size <= 17; ++size)
    for (int root = 0; root < (has_root(algorithm.operation) ? size : 1); ++root)
      for (bool in_place : {false, true}) {
        if (in_place && !may_be_in_place(algorithm.operation)) continue;
        for (const Plan& plan :
             plans(algorithm, problems(algorithm.operation, size, root, 3, in_place)))
          all = all && is_direct(plan);
      }
  EXPECT_EQ(all, algorithm.is_direct);
}

/// The value that rank `rank` gets from these plans, with its bracketing.
Values bracketed(const std::vector<Problem>& all, const std::vector<Plan>& planned, int rank) {
  ValueRun run;
  run.shows_brackets = true;
  for (std::size_t r = 0; r < all.size(); ++r)
    run.memories.push_back(memory_of(all[r], planned[r]));
  EXPECT_EQ(run.run(planned), std::nullopt) << planned[0].algorithm;
  return run.memories[rank].output;
}

Values bracketed(const char* name, int size, int rank, bool in_place) {
  const Algorithm& algorithm = *find(name);
  const auto all = problems(algorithm.operation, size, rank, 5, in_place);
  return bracketed(all, plans(algorithm, all), rank);
}

TEST(Brackets, AreThoseOfTheReductionTreeByOtherAlgorithmsToo) {
  for (int size = 1; size <= 17; ++size)
    for (int rank = 0; rank < size; ++rank)
      for (bool in_place : {false, true}) {
        const Values expected = bracketed("reduce/tree", size, rank, in_place);
        for (const char* name :
             {"reduce/halving", "reduce/direct", "allreduce/halving", "allreduce/doubling",
              "allreduce/segments", "allreduce/gated", "allreduce/direct"})
          ASSERT_EQ(bracketed(name, size, rank, in_place), expected)
              << name << ", rank " << rank << " of " << size;
      }
}

// The number of ranks alone determines the bits of a result, not their placement on nodes.
TEST(Brackets, AreThoseOfTheReductionTreeByNodesToo) {
  for (const int ranks : {1, 2, 4})
    for (int nodes = 1; nodes <= 9; ++nodes) {
      std::vector<int> places;
      for (int r = 0; r < ranks * nodes; ++r) places.push_back(r / ranks);
      const Locality locality(places);
      const auto all = problems(Operation::Allreduce, ranks * nodes, 0, 5, false);
      for (const char* name : {"allreduce/doubling", "allreduce/segments", "allreduce/halving"}) {
        std::vector<Plan> planned;
        for (const Problem& p : all) planned.push_back(by_nodes(*find(name), p, locality));
        for (int rank = 0; rank < ranks * nodes; ++rank)
          ASSERT_EQ(bracketed(all, planned, rank),
                    bracketed("reduce/tree", ranks * nodes, rank, false))
              << name << ", " << ranks << " ranks on each of " << nodes << " nodes";
      }
    }
}

TEST(IsDirect, NotWherePlansPassOnWhatTheyGet) {
  for (const char* name : {"bcast/chain", "alltoall/bruck", "allgather/ring", "allreduce/gated"}) {
    const Algorithm& algorithm = *find(name);
    bool all_direct = true;
    for (const Plan& plan : plans(algorithm, problems(algorithm.operation, 5, 0, 3, false)))
      all_direct = all_direct && is_direct(plan);
    EXPECT_FALSE(all_direct) << name;
  }
}

TEST(IsDirect, WhereARankUsesWhatItGetsButPassesNothingOn) {
  const Step receive{Step::Kind::Receive, 1, {}, scratch(0), 2, {}};
  const Step send{Step::Kind::Send, 1, output(0), {}, 2, {}};
  const auto reduce = [](std::vector<std::uint32_t> after) {
    return Step{Step::Kind::Reduce, -1, scratch(0), output(0), 2, std::move(after)};
  };
  EXPECT_TRUE(is_direct({"", 0, 2, 2, {receive, send, reduce({0, 1})}}));
  EXPECT_FALSE(is_direct({"", 0, 2, 2, {receive, send, reduce({0})}})) << "it may be on its way";
  EXPECT_FALSE(is_direct({"", 0, 2, 2, {receive, send, reduce({1})}})) << "it may not be here";
  EXPECT_FALSE(is_direct({"", 0, 2, 2, {receive, reduce({0}), send}})) << "others wait for it";
}

std::string test_name(const testing::TestParamInfo<Algorithm>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Plans, EveryAlgorithm,
                         testing::ValuesIn(algorithms().begin(), algorithms().end()), test_name);

}  // namespace
}  // namespace bamboo::plans::test
