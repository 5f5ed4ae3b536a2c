// SPDX-License-Identifier: Apache-2.0
// Messages in a trace: both ends name each of them alike, once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/trace.h"
#include "bamboo/taskgraph/layout.h"
#include "test/support/messenger_job.h"
#include "test/support/stencil.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

using Json = nlohmann::json;

/// Flow events by phase ("s": sent, "f": arrived) and id.
struct Flows {
  std::map<std::string, Json> sent, arrived;

  explicit Flows(const std::string& file) {
    const Json trace = Json::parse(std::ifstream(file));
    for (const Json& event : trace["traceEvents"]) {
      if (event.value("cat", "") != "message") continue;
      auto& side = event["ph"] == "s" ? sent : arrived;
      EXPECT_TRUE(side.emplace(event["id"], event).second) << "twice: " << event;
    }
    std::filesystem::remove(file);
  }

  void expect_pairs() const {
    for (const auto& [id, begin] : sent) {
      ASSERT_TRUE(arrived.contains(id)) << begin;
      const Json& end = arrived.at(id);
      EXPECT_EQ(begin["args"], end["args"]);
      EXPECT_LE(begin["ts"], end["ts"]);
    }
    EXPECT_EQ(sent.size(), arrived.size());
  }
};

}  // namespace

TEST(TraceMessages, AreNamedAlikeAtBothEnds) {
  const std::string file =
      testing::TempDir() + "bamboo_trace_messages_" + std::to_string(getpid()) + ".json";
  Trace trace(1, 1u << 20, 0, 1, {});
  Job job(2, 256, 4096);
  // Sizes for one piece, for many pieces, and beyond the budget (rendezvous).
  const std::vector<std::uint64_t> sizes = {0, 100, 3000, 100'000};
  std::uint32_t number = 0;
  for (const std::uint64_t bytes : sizes) {
    for (const int from : {0, 1}) {
      PatternSource source(7);
      const Header header{from, 1 - from, 0, 7, bytes, ++number};
      Completion completion;
      const bool now =
          job[from].send(1 - from, header, source, SendMode::Standard, &completion, true);
      job.receive(1 - from, 7, bytes);
      EXPECT_TRUE(now || job.poll_until([&] { return completion.times() == 1; }));
    }
  }
  ASSERT_TRUE(trace.write(file));
  const Flows flows(file);
  flows.expect_pairs();
  EXPECT_EQ(flows.sent.size(), 2 * sizes.size());
  const Json& last = flows.arrived.at("0x100000008");
  EXPECT_EQ(last["args"]["from"], 1);
  EXPECT_EQ(last["args"]["to"], 0);
  EXPECT_EQ(last["args"]["bytes"], 100'000);
  EXPECT_EQ(last["args"]["local"], false);
}

TEST(TraceMessages, BetweenTasksOfAProcess) {
  constexpr int tasks = 6, steps = 10;
  const std::string file =
      testing::TempDir() + "bamboo_trace_local_" + std::to_string(getpid()) + ".json";
  RuntimeOptions options = with_workers(2);
  options.trace_file = file;
  std::vector<double> heat(tasks * 4);
  {
    Runtime runtime(options);
    TaskGraph graph(runtime, Geometry({tasks}, {false}));
    graph.add_layout(predefined_layout("NearestNeighbor", {}));
    graph.create<HeatTask>(4, steps, heat.data());
    graph.run();
  }
  const Flows flows(file);
  flows.expect_pairs();
  EXPECT_EQ(flows.sent.size(), 2u * (tasks - 1) * steps);
  for (const auto& [id, event] : flows.sent) EXPECT_EQ(event["args"]["local"], true);
}
