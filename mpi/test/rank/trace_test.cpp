// SPDX-License-Identifier: Apache-2.0
// MPI calls in a trace: every message at both ends, every wait with its call.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

using Json = nlohmann::json;

constexpr int traced_rounds = 20, counted_tag = 77;

/// Blocking, synchronous, borrowed, probed and tested messages, and collectives.
int talk(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  std::vector<double> in(5000), out(5000, rank);  // longer than what is copied at once
  for (int i = 0; i < traced_rounds; ++i) {
    MPI_Request request;
    MPI_Isend(out.data(), 5000, MPI_DOUBLE, right, counted_tag, MPI_COMM_WORLD, &request);
    MPI_Recv(in.data(), 5000, MPI_DOUBLE, left, counted_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Issend(out.data(), 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &request);
    MPI_Probe(left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in.data(), 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int done = 0; done == 0;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Allreduce(out.data(), in.data(), 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

class TracedRanks : public ::testing::TestWithParam<int> {};

TEST_P(TracedRanks, SayWhatTheyWaitFor) {
  constexpr int ranks = 4;
  const std::string file =
      testing::TempDir() + "bamboo_rank_trace_" + std::to_string(GetParam()) + ".json";
  RuntimeOptions options;
  options.workers = GetParam();
  options.service = ServiceMode::Inline;
  options.stack_bytes = 1u << 20;
  options.trace_file = file;
  ASSERT_EQ(run_ranks(options, ranks, &talk), 0);
  const Json trace = Json::parse(std::ifstream(file));
  std::filesystem::remove(file);

  EXPECT_EQ(trace["otherData"]["ranks"], "4");
  EXPECT_EQ(trace["otherData"]["vf"], "4");
  std::map<std::string, int> sent, arrived;
  std::set<std::string> calls;
  int counted = 0;
  double runtime = 0;
  for (const Json& event : trace["traceEvents"]) {
    const std::string category = event.value("cat", "");
    if (category == "message") {
      ++(event["ph"] == "s" ? sent : arrived)[event["id"]];
      counted += event["ph"] == "s" && event["args"]["tag"] == counted_tag;
    } else if (category == "wait") {
      calls.insert(event["args"]["call"]);
      EXPECT_GE(event["args"]["from"], -1);
      EXPECT_LT(event["args"]["from"], ranks);
    } else if (category == "run") {
      runtime += event["args"]["runtime"].get<double>();
    }
  }
  EXPECT_EQ(counted, ranks * traced_rounds);
  EXPECT_GT(sent.size(), static_cast<std::size_t>(2 * ranks * traced_rounds));
  EXPECT_EQ(sent, arrived);
  for (const auto& [id, times] : sent) EXPECT_EQ(times, 1) << id;
  EXPECT_TRUE(calls.contains("MPI_Barrier"));
  EXPECT_GT(runtime, 0);
}

INSTANTIATE_TEST_SUITE_P(Workers, TracedRanks, ::testing::Values(1, 4));

}  // namespace
}  // namespace bamboo::mpi
