// SPDX-License-Identifier: Apache-2.0
// Multicasts as steps: their meaning, their errors, their cost, and their file format.
#include "bamboo/plans/multicast_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/files.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/simulate.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "patterns.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

using Share = Step::Share;

constexpr Place first_output{Place::Buffer::Output, 0}, first_scratch{Place::Buffer::Scratch, 0};

struct MulticastCase {
  std::vector<Problem> problems;
  std::vector<Plan> plans;

  std::string verified() const { return text_of(verify(problems, plans)); }
};

MulticastCase multicast_case(const char* name, int size, int root, std::size_t count,
                             bool all_know_counts = false) {
  const Algorithm& algorithm = *find(name);
  MulticastCase out{problems(algorithm.operation, size, root, count, false), {}};
  for (Problem& p : out.problems) {
    if (!all_know_counts) continue;
    p.input_counts = out.problems[root].input_counts;
    p.all_know_counts = true;
  }
  out.plans = plans(algorithm, out.problems);
  return out;
}

Step& multicast_of(Plan& plan) {
  return *std::ranges::find_if(plan.steps, &Step::is_multicast);
}

Step multicast(int sender, Place from, Place to, std::size_t count,
               std::vector<std::uint32_t> after = {}) {
  return {Step::Kind::Multicast, sender, from, to, count, std::move(after)};
}

TEST(MulticastSteps, GiveEachRankItsPart) {
  const Step step{Step::Kind::Multicast, 1, first_output, {}, 9, {}, Share::Sent, {3, 4, 0, 2}};
  EXPECT_EQ(part_of(step, 0).from, first_output);
  EXPECT_EQ(part_of(step, 0).count, 3U);
  EXPECT_EQ(part_of(step, 1).count, 0U) << "its own stays where it is";
  EXPECT_EQ(part_of(step, 2).count, 0U);
  EXPECT_EQ(part_of(step, 3).from, first_output + 7);
  EXPECT_EQ(part_of(step, 3).count, 2U);
  EXPECT_EQ(units_sent(step), 5U);
}

// The result is the same for any rank that has the counts, and nothing is sent about them then.
TEST(MulticastSteps, OfAScatterWhoseCountsAllKnow) {
  for (const char* name : {"scatterv/multicast", "scatterv/multicast_dynamic"})
    for (int size = 1; size <= 17; ++size)
      for (int root = 0; root < size; ++root)
        for (std::size_t count : {0, 1, 5}) {
          const MulticastCase c = multicast_case(name, size, root, count, true);
          ASSERT_EQ(c.verified(), "") << name << ", " << size << " ranks, root " << root;
          for (const Plan& plan : c.plans)
            for (const Step& step : plan.steps)
              if (step.is_multicast()) {
                ASSERT_EQ(step.share, Share::Known);
              }
        }
}

TEST(MulticastSteps, OnARankAloneAreFound) {
  for (int rank = 0; rank < 4; ++rank) {
    MulticastCase c = multicast_case("bcast/multicast", 4, 1, 3);
    c.plans[rank].steps.clear();
    EXPECT_NE(c.verified().find("multicasts"), std::string::npos) << c.verified();
  }
}

TEST(MulticastSteps, ThatDoNotMeetAreFound) {
  const auto with = [](const char* name, const auto& change) {
    MulticastCase c = multicast_case(name, 4, 1, 5);
    EXPECT_EQ(c.verified(), "");
    change(multicast_of(c.plans[1]), multicast_of(c.plans[2]));
    return c.verified();
  };
  for (const char* name : {"bcast/multicast", "scatter/multicast", "scatterv/multicast"}) {
    SCOPED_TRACE(name);
    EXPECT_NE(with(name, [](Step&, Step& received) { received.peer = 0; }), "");
    EXPECT_NE(with(name, [](Step&, Step& received) { received.peer = 4; }), "");
    EXPECT_NE(with(name, [](Step& sent, Step&) { sent.peer = -1; }), "");
    EXPECT_NE(with(name, [](Step&, Step& received) { received.share = Share::SentToFew; }), "");
  }
  EXPECT_NE(with("scatter/multicast", [](Step& sent, Step&) { sent.parts.pop_back(); }), "");
  EXPECT_NE(with("scatter/multicast", [](Step&, Step& received) { ++received.parts[3]; }), "")
      << "what all know must be the same";
  EXPECT_NE(with("scatterv/multicast",
                 [](Step& sent, Step&) { std::swap(sent.parts[0], sent.parts[2]); }),
            "");
  EXPECT_NE(
      with("scatterv/multicast", [](Step& sent, Step& received) { received.parts = sent.parts; }),
      "");
}

TEST(MulticastSteps, OfWhatIsNotThereAreFound) {
  MulticastCase c = multicast_case("bcast/multicast", 3, 0, 2);
  for (Plan& plan : c.plans) plan.scratch = 2;
  c.plans[0].steps[0].from = first_scratch;
  EXPECT_NE(c.verified().find("no step wrote"), std::string::npos) << c.verified();
  c = multicast_case("bcast/multicast", 3, 0, 2);
  c.plans[0].steps[0].from = first_output + 1;
  EXPECT_NE(c.verified().find("leaves its buffer"), std::string::npos) << c.verified();
}

/// Broadcasts in which rank 0 sends the first half and rank 1, which must have all, the second one.
MulticastCase two_senders(int size) {
  MulticastCase c{problems(Operation::Bcast, size, 0, 4, false), {}};
  for (int r = 0; r < size; ++r) {
    Plan plan{"bcast/halves", r, size, 0, {}};
    const auto add = [&](int sender, std::size_t at, std::size_t count) {
      const bool sends = r == sender;
      plan.steps.push_back(multicast(sender, sends ? first_output + at : Place{},
                                     sends ? Place{} : first_output + at, count));
    };
    add(0, 0, 4);
    // Again what all have: a rank that writes it must be through with the first one.
    add(1, 2, 2);
    plan.steps[1].after = {0};
    c.plans.push_back(std::move(plan));
  }
  return c;
}

TEST(MulticastSteps, OfSeveralSendersHaveOneOrder) {
  EXPECT_EQ(two_senders(4).verified(), "");
  MulticastCase c = two_senders(4);
  std::swap(c.plans[2].steps[0], c.plans[2].steps[1]);
  c.plans[2].steps[0].after.clear();
  c.plans[2].steps[1].after = {0};
  EXPECT_NE(c.verified().find("does not meet"), std::string::npos) << c.verified();
}

TEST(MulticastSteps, ThatWaitForEachOtherAreFound) {
  // Rank 1 says with a token that it has begun, which it does only when it has got the token.
  MulticastCase c = multicast_case("bcast/multicast", 2, 0, 2);
  c.plans[0].steps.insert(c.plans[0].steps.begin(), {Step::Kind::Receive, 1, {}, {}, 0, {}});
  c.plans[0].steps[1].after = {0};
  c.plans[1].steps.push_back({Step::Kind::Send, 0, {}, {}, 0, {0}});
  EXPECT_NE(c.verified().find("deadlock"), std::string::npos) << c.verified();
}

TEST(MulticastSteps, NoneComesBetweenTheSizesAndTheData) {
  MulticastCase c{problems(Operation::Bcast, 3, 0, 4, false), {}};
  const std::vector<std::size_t> parts{0, 2, 2};
  for (int r = 0; r < 3; ++r) {
    Plan plan{"bcast/sent", r, 3, 4, {}};
    plan.steps.push_back(r == 0 ? multicast(0, first_output, {}, 4)
                                : multicast(0, {}, first_scratch, 2));
    plan.steps[0].share = Share::Sent;
    if (r == 0) plan.steps[0].parts = parts;
    plan.steps.push_back(r == 0 ? multicast(0, first_output, {}, 4)
                                : multicast(0, {}, first_output, 4));
    c.plans.push_back(std::move(plan));
  }
  EXPECT_NE(c.verified().find("does not come after"), std::string::npos) << c.verified();
  for (Plan& plan : c.plans) plan.steps[1].after = {0};
  EXPECT_EQ(c.verified(), "");
}

/// Random senders give random parts to all, in turns; each rank forwards what it received.
MulticastCase random_case(std::uint32_t seed) {
  std::mt19937 random(seed);
  const int size = 2 + static_cast<int>(random() % 6);
  const std::size_t count = 1 + random() % 9;
  MulticastCase c{problems(Operation::Bcast, size, static_cast<int>(random() % size), count, false),
                  {}};
  for (int r = 0; r < size; ++r) c.plans.push_back({"bcast/random", r, size, 2 * count, {}});
  const int turns = 1 + static_cast<int>(random() % 5);
  for (int turn = 0; turn < turns; ++turn) {
    const int sender = turn == 0 ? c.problems[0].root : static_cast<int>(random() % size);
    // All ranks must have all data after the first turn; later turns move data to scratch.
    const auto share = static_cast<Share>(turn == 0 ? 0 : random() % 4);
    std::vector<std::size_t> parts;
    std::size_t left = count;
    for (int r = 0; r < size && share != Share::All; ++r) {
      parts.push_back(random() % (left + 1));
      left -= parts.back();
    }
    for (Plan& plan : c.plans) {
      const bool sends = plan.rank == sender;
      Step step = multicast(sender, sends ? first_output : Place{},
                            sends       ? Place{}
                            : turn == 0 ? first_output
                                        : first_scratch,
                            share == Share::All ? count
                            : sends             ? count - left
                                                : parts[plan.rank]);
      if (turn > 0) step.after = {static_cast<std::uint32_t>(turn) - 1};
      step.share = share;
      if (sends || share == Share::Known) step.parts = parts;
      plan.steps.push_back(std::move(step));
    }
  }
  return c;
}

TEST(MulticastSteps, OfRandomPlansAreRightAndKept) {
  const Network star = Network::star(8, fast_ethernet);
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const MulticastCase c = random_case(seed);
    ASSERT_EQ(c.verified(), "");
    const auto after = plans_from_json(to_json(c.plans));
    for (std::size_t r = 0; r < c.plans.size(); ++r)
      ASSERT_EQ(to_text(after[r]), to_text(c.plans[r]));
    ASSERT_EQ(verify(c.problems, after), std::nullopt);
    const Simulated run = simulate(c.plans, 1000, star);
    ASSERT_EQ(run.fault, std::nullopt);
    double sent = 0;
    for (const Plan& plan : c.plans)
      for (const Step& step : plan.steps)
        if (step.is_multicast() && step.peer == plan.rank)
          sent += static_cast<double>(units_sent(step)) * 1000;
    ASSERT_GE(run.seconds, sent / fast_ethernet / static_cast<double>(c.plans.size()));
  }
}

TEST(MulticastSteps, InUnicastAreMessages) {
  const MulticastCase c = two_senders(3);
  EXPECT_EQ(to_text(in_unicast(c.plans[1])),
            "bcast/halves, rank 1 of 3, scratch 0\n"
            "  [0] 0: receive 4 units from 0 to output+0\n"
            "  [1] 1: send 2 units at output+2 to 2, after 0\n"
            "  [1] 2: send 2 units at output+2 to 0, after 0\n");
  const MulticastCase scatter = multicast_case("scatterv/multicast", 5, 0, 4);
  for (const Plan& plan : scatter.plans)
    for (const Step& step : in_unicast(plan).steps) EXPECT_FALSE(step.is_multicast());
}

TEST(MulticastSteps, ArePrinted) {
  const MulticastCase all = multicast_case("bcast/multicast", 3, 1, 5),
                      parts = multicast_case("scatter/multicast", 3, 1, 5);
  EXPECT_EQ(to_text(all.plans[1].steps[0]), "multicast 5 units at output+0 to all");
  EXPECT_EQ(to_text(all.plans[0].steps[0]), "multicast by 1 to all: 5 units of it to output+0");
  EXPECT_EQ(to_text(parts.plans[1].steps[0]), "multicast 15 units at input+0 in known parts");
  EXPECT_EQ(to_text(parts.plans[2].steps[0]),
            "multicast by 1 in known parts: 5 units of it to output+0");
  EXPECT_EQ(phases(two_senders(3).plans[0]), (std::vector<int>{0, 1}));
}

TEST(MulticastSteps, AreDrawnAsOneArrowToEachWhoGetsSomething) {
  const auto arrows = [](const MulticastCase& c) {
    const std::string svg = to_svg(c.plans);
    int count = 0;
    for (std::size_t at = 0; (at = svg.find("by multicast", at)) != std::string::npos; ++at)
      ++count;
    return count;
  };
  EXPECT_EQ(arrows(multicast_case("bcast/multicast", 5, 2, 1)), 4);
  const MulticastCase irregular = multicast_case("scatterv/multicast", 7, 2, 3);
  const auto& counts = irregular.problems[2].input_counts;
  EXPECT_EQ(arrows(irregular), 7 - std::ranges::count(counts, 0U) - (counts[2] > 0 ? 1 : 0));
}

SavedPlan saved(const MulticastCase& c) {
  SavedPlan out;
  out.operation = c.problems[0].operation;
  out.size = static_cast<int>(c.plans.size());
  out.count = c.problems[0].count;
  out.network = Network::star(out.size, fast_ethernet);
  out.plans = c.plans;
  return out;
}

// A version without multicast rejects this format and reads all others.
TEST(MulticastSteps, AreKeptInAFormatOfTheirOwn) {
  const std::string text = to_json(saved(multicast_case("bcast/multicast", 3, 0, 5)));
  EXPECT_NE(text.find("\"bamboo_plan\": 2"), std::string::npos);
  const SavedPlan after = saved_plan_from_json(text);
  EXPECT_EQ(verify(problems_of(after), plans_of(after)), std::nullopt);
  EXPECT_NE(to_json(saved(multicast_case("bcast/chain", 3, 0, 5))).find("\"bamboo_plan\": 1"),
            std::string::npos);
}

TEST(MulticastSteps, InAFileThatAreWrongAreRefused) {
  const std::string right = to_json(multicast_case("scatter/multicast", 3, 0, 5).plans);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = right;
    text.replace(text.find(from), from.size(), to);
    try {
      plans_from_json(text, "p");
    } catch (const FileError& error) {
      const std::string what = error.what();  // between the place and the line
      const std::size_t begin = what.find("error: ");
      return what.substr(begin, what.find('\n') - begin);
    }
    return std::string("nothing");
  };
  EXPECT_EQ(with("\"multicast\":0", "\"multicast\":3"),
            "error: plans[0].steps[0].multicast: there are 3 ranks");
  EXPECT_EQ(with("\"known\"", "\"some\""),
            "error: plans[0].steps[0].share: 'some' is unknown; expected all, known, told or "
            "told_to_few");
  EXPECT_EQ(with("\"parts\":[5,", "\"parts\":["),
            "error: plans[0].steps[0].parts: there is not exactly one for each of 3 ranks");
  EXPECT_NE(with("\"multicast\":0", "\"broadcast\":0").find("\"multicast\""), std::string::npos);
}

TEST(MulticastSteps, AreOnEachLinkOnce) {
  const Network network = Network::two_switches(3, 3, fast_ethernet, fast_ethernet, 1e-3);
  const MulticastCase c = multicast_case("bcast/multicast", 6, 0, 1000);
  const Simulated run = simulate(c.plans, 1, network, free_of_cost);
  ASSERT_EQ(run.fault, std::nullopt);
  for (std::size_t link = 0; link < run.bytes.size(); ++link)
    EXPECT_TRUE(run.bytes[link] == 0 || run.bytes[link] == 1000) << network.links()[link].name;
  EXPECT_EQ(std::ranges::count(run.bytes, 1000.0), 7) << "the sender's, five receivers', the trunk";
  // A word that each is ready, the bytes, a word that it has them: three links to the farthest.
  EXPECT_NEAR(run.seconds, 1000 / fast_ethernet + 9e-3, 1e-9);
}

TEST(MulticastSteps, CostTheSendersProcessorTwoRepliesOfEachReceiver) {
  const Network star = Network::star(5, fast_ethernet, 0);
  const MulticastCase c = multicast_case("bcast/multicast", 5, 0, 1000);
  constexpr double overhead = 1e-3;
  const double free = simulate(c.plans, 1, star, free_of_cost).seconds;
  const double seconds = simulate(c.plans, 1, star, {overhead}).seconds;
  // Its own start, four words, a receiver's end, four words.
  EXPECT_NEAR(seconds - free, 10 * overhead, 1e-9);
}

TEST(MulticastSteps, ThatSendTheSizesFirstTakeTwoMulticasts) {
  const Network star = Network::star(5, fast_ethernet, 1e-3);
  const auto seconds = [&](const char* name, bool known) {
    return simulate(multicast_case(name, 5, 0, 1000, known).plans, 1, star, free_of_cost).seconds;
  };
  const double known = seconds("scatterv/multicast", true),
               sizes_sent = seconds("scatterv/multicast", false);
  EXPECT_NEAR(sizes_sent - known, 5 * 8 / fast_ethernet + 4e-3, 1e-9)
      << "the sizes are 40 bytes; each receiver answers";
  EXPECT_LE(seconds("scatterv/multicast_dynamic", false), sizes_sent + 1e-9);
}

// Two at once would meet at every receiver's link, and one that waits for readiness is late.
TEST(MulticastSteps, OfAnAllgatherFollowEachOther) {
  const Network star = Network::star(5, fast_ethernet, 1e-3);
  const MulticastCase c = multicast_case("allgather/multicast", 5, 0, 1000);
  const Simulated run = simulate(c.plans, 1, star, free_of_cost);
  ASSERT_EQ(run.fault, std::nullopt);
  EXPECT_EQ(std::ranges::count(run.bytes, 1000.0), 5) << "each rank's own";
  EXPECT_EQ(std::ranges::count(run.bytes, 4000.0), 5) << "the others'";
  // A word that all are ready, five blocks that arrive, a word that the last one has.
  EXPECT_NEAR(run.seconds, 5 * 1000 / fast_ethernet + 14e-3, 1e-9);
}

TEST(MulticastSteps, OfAnAllgatherAreNeverEmpty) {
  const MulticastCase c = multicast_case("allgatherv/multicast", 7, 0, 3);
  const auto& counts = c.problems[0].output_counts;
  const auto empty = std::ranges::count(counts, 0U);
  ASSERT_GT(empty, 0);
  for (const Plan& plan : c.plans)
    EXPECT_EQ(std::ranges::count_if(plan.steps, &Step::is_multicast), 7 - empty);
}

TEST(MulticastSteps, ThatDoNotMeetAreNotSimulated) {
  MulticastCase c = multicast_case("bcast/multicast", 3, 0, 5);
  c.plans[1].steps[0].peer = 7;
  EXPECT_NE(simulate(c.plans, 1, Network::star(3, fast_ethernet)).fault, std::nullopt);
}

/// Multicasts never end by themselves here.
class Starts final : public Endpoint {
 public:
  std::vector<std::uint32_t> started;
  bool start_send(std::uint32_t, const Step&) override { return true; }
  bool start_receive(std::uint32_t, const Step&) override { return true; }
  bool start_multicast(std::uint32_t index, const Step&) override {
    started.push_back(index);
    return false;
  }
  bool test(std::uint32_t index) override { return index == ended; }
  void copy(const Step&) override {}
  void reduce(const Step&) override {}
  std::uint32_t ended = ~0U;
};

TEST(MulticastSteps, StartInTheOrderOfThePlan) {
  // The second one may not start before the first one, which waits for a receive.
  const Schedule schedule({"test",
                           0,
                           2,
                           0,
                           {{Step::Kind::Copy, -1, {}, {}, 0, {}},
                            multicast(1, {}, first_output, 1, {0}),
                            multicast(0, first_output + 1, {}, 1),
                            multicast(1, {}, first_output + 2, 1, {2})}});
  Starts endpoint;
  Execution run(schedule, endpoint);
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.started, (std::vector<std::uint32_t>{1, 2}));
  endpoint.ended = 2;
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.started, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(MulticastSteps, AreRefusedByAnEndpointWithout) {
  class Without final : public Endpoint {
    bool start_send(std::uint32_t, const Step&) override { return true; }
    bool start_receive(std::uint32_t, const Step&) override { return true; }
    bool test(std::uint32_t) override { return true; }
    void copy(const Step&) override {}
    void reduce(const Step&) override {}
  } endpoint;
  const Plan plan{"test", 0, 2, 0, {multicast(0, first_output, {}, 1)}};
  const Schedule schedule(plan), messages(in_unicast(plan));
  EXPECT_THROW(Execution(schedule, endpoint).progress(), std::logic_error);
  EXPECT_TRUE(Execution(messages, endpoint).progress());
}

TEST(MulticastSteps, AreNeverSelected) {
  for (int o = 0; o <= static_cast<int>(last_operation); ++o)
    for (int size : {1, 2, 16, 4096})
      for (std::size_t bytes : {std::size_t{0}, std::size_t{1} << 10, std::size_t{1} << 30})
        EXPECT_FALSE(select(static_cast<Operation>(o), size, bytes).by_multicast);
}

}  // namespace
}  // namespace bamboo::plans::test
