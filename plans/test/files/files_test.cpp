// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/files.h"

#include <gtest/gtest.h>

#include <functional>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/schedulers.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "patterns.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

/// The text of the error; of several lines, the first.
std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
  }
  return "nothing";
}

void expect_same(const Network& a, const Network& b) {
  ASSERT_EQ(a.hosts(), b.hosts());
  EXPECT_EQ(a.names(), b.names());
  for (int from = 0; from < a.hosts(); ++from)
    for (int to = 0; to < a.hosts(); ++to) {
      EXPECT_EQ(a.route(from, to), b.route(from, to));
      EXPECT_EQ(a.rate(from, to), b.rate(from, to));
      EXPECT_DOUBLE_EQ(a.latency(from, to), b.latency(from, to));
    }
}

TEST(NetworkFile, KeepsEveryShape) {
  for (const Network& network :
       {Network::star(3, 7, 0.25), Network::two_switches(2, 3, 8, 5),
        Network::tree({1, 2, 0, 3}, {0, 0, 1, 2}, 8, 3), Network::torus({3, 2}, 8),
        Network::fat_tree({2, 3, 2}, 8),
        Network::of_cables(2, 2, {{0, 2, 1, 0}, {1, 3, 1, 0}, {2, 3, 1, 0}, {2, 3, 2, 0}}),
        Network::torus({2, 2}, 8).with_ranks({0, 0, 3}), Network::star(2, 8).with_ranks({1, 0, 1})})
    expect_same(network_from_json(to_json(network)), network);
}

TEST(NetworkFile, ReadsWhatPeopleWrite) {
  const Network star =
      network_from_json(R"({"shape": "star", "hosts": 4, "rate": "100Mbit", "latency": "5us"})");
  expect_same(star, Network::star(4, 100 * mbit, 5e-6));
  expect_same(
      network_from_json(R"({"hosts": ["a", "b"], "switches": ["s"], "cables": [
      {"between": ["a", "s"], "rate": "1Gbit", "latency": 0}, {"between": ["s", "b"], "rate": 5}]})"),
      Network::of_cables(2, 1, {{0, 2, 1000 * mbit, 0}, {2, 1, 5, 25e-6}}, {"a", "b", "s"}));
}

TEST(NetworkFile, WordsAreTheUsualShapes) {
  expect_same(read_network("star:16x100Mbit"), Network::star(16, 100 * mbit));
  expect_same(read_network("two_switches:2+3x100Mbit/1Gbit"),
              Network::two_switches(2, 3, 100 * mbit, 1000 * mbit));
  expect_same(read_network("tree:2+3x100Mbit/1Gbit"),
              Network::tree({0, 2, 3}, {0, 0, 0}, 100 * mbit, 1000 * mbit));
  expect_same(read_network("torus:3x4x1Gbit"), Network::torus({3, 4}, 1000 * mbit));
  expect_same(read_network("fat_tree:3x4x1Gbit"), Network::fat_tree({3, 4}, 1000 * mbit));
}

TEST(NetworkFile, NamesOfHostsAreAStar) {
  const Network two = read_network("names:fox,box,fox,foxx100Mbit");
  expect_same(two, Network::of_cables(2, 1,
                                      {{0, 2, 100 * mbit, Network::default_latency},
                                       {1, 2, 100 * mbit, Network::default_latency}},
                                      {"fox", "box"})
                       .with_ranks({0, 1, 0, 0}));
  EXPECT_EQ(read_network("names:a,b,cx1Gbit").ranks(), 0);
  EXPECT_NE(error_of([] { read_network("names:a,,bx1Gbit"); }).find("without a name"),
            std::string::npos);
}

TEST(NetworkFile, SaysWhatIsWrongAndWhere) {
  const auto error = [](const std::string& text) {
    return error_of([&] { network_from_json(text, "n.json"); });
  };
  EXPECT_EQ(error("{\n \"shape\": }").substr(0, 20), "n.json:2:11: error: ");
  EXPECT_EQ(error(R"({"shape": "ball"})"),
            "n.json:1:11: error: shape: 'ball' is unknown; expected star, two_switches, tree, "
            "torus or fat_tree");
  EXPECT_EQ(error(R"({"shape": "star", "hosts": 0, "rate": 1})"),
            "n.json:1:28: error: hosts: must be a whole number from 1 on");
  EXPECT_EQ(error(R"({"shape": "star", "hosts": 2})"), "n.json:1:1: error: 'rate' is missing");
  EXPECT_EQ(error(R"({"shape": "star", "hosts": 2, "rate": "3parsec"})"),
            "n.json:1:39: error: rate: '3parsec' is no rate; say it like 100Mbit, 1Gbit or 12.5MB");
  EXPECT_EQ(error(R"({"hosts": ["a"], "cables": [{"between": ["a", "b"], "rate": 1}]})"),
            "n.json:1:47: error: cables[0].between[1]: there is no 'b'");
  EXPECT_EQ(error(R"({"hosts": ["a", "b"], "cables": []})"),
            "n.json:1:1: error: no way leads to a");
  EXPECT_EQ(error(R"({"hosts": ["a", "a"], "cables": []})"),
            "n.json:1:17: error: hosts[1]: 'a' occurs twice");
  EXPECT_EQ(error("[]"), "n.json:1:1: error: must be an object {…}");
  EXPECT_NE(error_of([] { read_network("star:16"); }).find("rate is missing"), std::string::npos);
  EXPECT_NE(error_of([] { read_network("star:0x1Gbit"); }).find("no number of hosts"),
            std::string::npos);
  EXPECT_NE(error_of([] { read_network("two_switches:8+8x1Gbit"); }).find("trunk"),
            std::string::npos);
  EXPECT_NE(error_of([] { read_network("/no/such/file"); }).find("No such file"),
            std::string::npos);
}

TEST(TrafficFile, IsLines) {
  const Traffic traffic = traffic_from_text("# a pattern\nranks 4\n\n0 3 64K  # large\n2 1 7\n");
  EXPECT_EQ(traffic.size, 4);
  EXPECT_EQ(traffic.messages, (std::vector<Message>{{0, 3, 65536}, {2, 1, 7}}));
  EXPECT_EQ(traffic_from_text(to_text(traffic)).messages, traffic.messages);
  const auto error = [](const std::string& text) {
    return error_of([&] { traffic_from_text(text, "t"); });
  };
  EXPECT_EQ(error("0 1 2"), "t:1: error: the first line must be 'ranks N'");
  EXPECT_EQ(error("ranks 2\n0 1"), "t:2: error: a message is 'FROM TO BYTES'");
  EXPECT_EQ(error("ranks 2\n0 x 1"), "t:2: error: 'x' is no size; say it like 4096, 64K or 1M");
  EXPECT_EQ(error("ranks 2\n0 1 1\n0 2 1"),
            "t:3: error: the message from 0 to 2: there are 2 ranks");
  EXPECT_EQ(error("ranks 2\n0 1 1\n0 1 1"), "t: error: two messages from 0 to 1");
  EXPECT_EQ(error(""), "t: error: there is no line 'ranks N'");
}

TEST(PlansFile, KeepsEveryAlgorithmsPlans) {
  for (const Algorithm& algorithm : algorithms()) {
    const auto before = plans(algorithm, problems(algorithm.operation, 5, 1, 3, false));
    const auto after = plans_from_json(to_json(before));
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t p = 0; p < before.size(); ++p)
      EXPECT_EQ(to_text(after[p]), to_text(before[p]));
  }
}

SavedPlan saved_greedy() {
  SavedPlan out;
  out.size = 6;
  out.network = Network::two_switches(3, 3, 100 * mbit, 100 * mbit);
  out.separation = Separation::Barrier;
  out.tokens.lead = 0.25;
  out.traffic = random_traffic(6, 0.7, 100, 3);
  out.phases = greedy(out.traffic, out.network, 10);
  return out;
}

TEST(SavedPlan, KeepsPhasesAndLowersThem) {
  const SavedPlan before = saved_greedy();
  const SavedPlan after = saved_plan_from_json(to_json(before));
  EXPECT_EQ(after.operation, before.operation);
  EXPECT_EQ(after.separation, before.separation);
  EXPECT_EQ(after.tokens.lead, before.tokens.lead);
  EXPECT_EQ(after.traffic.messages, before.traffic.messages);
  EXPECT_EQ(after.phases->phases, before.phases->phases);
  EXPECT_EQ(after.phases->small_last, before.phases->small_last);
  expect_same(after.network, before.network);
  EXPECT_EQ(verify(problems_of(after), plans_of(after)), std::nullopt);
}

TEST(SavedPlan, RefusesWhatWouldCrash) {
  const std::string right = to_json(saved_greedy());
  const auto with = [&right](const std::string& from, const std::string& to) {
    std::string text = right;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return error_of([&] { saved_plan_from_json(text, "p"); });
  };
  EXPECT_EQ(with("\"size\": 6", "\"size\": 7"),
            "p:8:13: error: network: has fewer hosts than the plan has ranks");
  EXPECT_EQ(with("\"network\": ", "\"net\": "), "p:1:1: error: 'network' is missing");
  EXPECT_EQ(with("\"hosts\":[", "\"hosts\":[7,"),
            "p:8:23: error: network.hosts[0]: must be a text \"…\"");
  EXPECT_EQ(with("\"switches\":[\"s0\",", "\"switches\":[\"lonely\",\"s0\","),
            "p:8:13: error: network: no way leads to lonely");
  EXPECT_NE(with("\"size\": 6", "\"size\": 2"), "nothing");
  EXPECT_NE(with("\"size\": 6", "\"size\": -6"), "nothing");
  EXPECT_NE(with("\"root\": 0", "\"root\": 6"), "nothing");
  EXPECT_NE(with("\"bamboo_plan\": 1", "\"bamboo_plan\": 4"), "nothing");
  EXPECT_NE(with("\"bamboo_plan\": 1", "\"bamboo_plan\": 0"), "nothing");
  EXPECT_NE(with("\"bamboo_plan\"", "\"other\""), "nothing");
  EXPECT_NE(with("\"barrier\"", "\"wall\""), "nothing");
  EXPECT_NE(with("\"alltoallv\"", "\"alltoallw\""), "nothing");
}

// Cut anywhere, a file is refused and nothing worse.
TEST(SavedPlan, RefusesHalfAFile) {
  const std::string right = to_json(saved_greedy());
  for (std::size_t length = 0; length + 2 < right.size(); length += 7)
    EXPECT_THROW(saved_plan_from_json(right.substr(0, length)), FileError);
}

TEST(Quantities, AreReadAndWritten) {
  EXPECT_EQ(parse_bytes("64K"), 65536u);
  EXPECT_EQ(parse_bytes("1.5M"), 1572864u);
  EXPECT_EQ(parse_bytes("7"), 7u);
  EXPECT_EQ(parse_rate("100Mbit"), 12.5e6);
  EXPECT_EQ(parse_rate("2GB"), 2e9);
  EXPECT_DOUBLE_EQ(parse_seconds("25us"), 25e-6);
  for (const char* wrong : {"", "K", "-1", "1e400", "1.5", "0x10", "64 K", "nan", "inf"})
    EXPECT_THROW(parse_bytes(wrong), std::invalid_argument) << wrong;
  for (const char* wrong : {"", "100", "0Mbit", "100mbit", "-1Mbit"})
    EXPECT_THROW(parse_rate(wrong), std::invalid_argument) << wrong;
  EXPECT_EQ(bytes_text(65536), "64 KiB");
  EXPECT_EQ(rate_text(12.5e6), "100 Mbit/s");
  EXPECT_EQ(seconds_text(0.07864), "78.64 ms");
  EXPECT_EQ(seconds_text(0), "0 ns");
}

}  // namespace
}  // namespace bamboo::plans::test
