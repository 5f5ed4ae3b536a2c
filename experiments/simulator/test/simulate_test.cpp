// SPDX-License-Identifier: Apache-2.0
// Graphs that are small enough for a known length of an iteration. One simulation in a process.
#include "simulate.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>

namespace simulator {
namespace {

/// Two nodes of one core, 8 points a rank and faces of 4 points; a sweep takes 8 s, the link
/// moves one face in 2 s.
Input two_nodes(Form form, int ranks) {
  Input input;
  input.costs.point = 1;
  input.machine.nodes = 2;
  input.machine.nic = 16;
  input.machine.latency = 0.5;
  input.job.form = form;
  input.job.mesh = {2 * ranks, 2, 2};
  input.job.geometry = Triple{ranks, 1, 1};
  input.job.ranks = ranks;
  input.job.iterations = 8;
  input.job.warm_up = 3;
  return input;
}

}  // namespace

TEST(Simulate, WithoutCommunicationAnIterationIsTheSweep) {
  Input input = two_nodes(Form::Base, 2);
  input.job.communicates = false;
  const Result result = simulate(input);
  EXPECT_NEAR(result.seconds, 8, 1e-6);
  EXPECT_EQ(result.messages, 0);
}

TEST(Simulate, ABaseRankSweepsAndThenWaitsForTheWire) {
  const Result result = simulate(two_nodes(Form::Base, 2));
  EXPECT_NEAR(result.seconds, 8 + 0.5 + 2, 1e-6);
  EXPECT_EQ(result.messages, 2);
  EXPECT_EQ(result.bytes, 64);
}

TEST(Simulate, EachPartOfASliceIsPaidFor) {
  Input input = two_nodes(Form::Base, 2);
  input.costs.row = 0.25;  // 4 rows
  input.costs.sweep = 1;
  input.costs.contiguous = 1. / 32;  // one face of 32 bytes, packed and unpacked
  input.costs.task_switch = 1;
  input.costs.send = {1, 1. / 32};
  input.costs.receive = {2, 0};
  EXPECT_NEAR(simulate(input).seconds, 8 + 1 + 1 + 2 + 1 + 2 + 2 + 2.5, 1e-6);
}

TEST(Simulate, AMessageThatIsOfferedFirstLeavesLater) {
  Input input = two_nodes(Form::Base, 2);
  input.job.eager = 16;
  input.job.handshake = 1;
  EXPECT_NEAR(simulate(input).seconds, 8 + 1 + 2.5, 1e-6);
}

TEST(Simulate, TasksComputeWhileFacesTravel) {
  // Two tasks a node: the inner one hides the 2.5 s that the outer one waits.
  const Result result = simulate(two_nodes(Form::Tasks, 4));
  EXPECT_NEAR(result.seconds, 16, 1e-6);
  EXPECT_EQ(result.messages, 2);
}

TEST(Simulate, HalvesHideEachOthersFaces) {
  EXPECT_NEAR(simulate(two_nodes(Form::Overlapped, 2)).seconds, 8, 1e-6);
}

TEST(Simulate, MoreOnTheWireThanToComputeIsNotHidden) {
  Input input = two_nodes(Form::Tasks, 4);
  input.machine.nic = 1;  // 32 s for a face
  EXPECT_NEAR(simulate(input).seconds, 8 + 0.5 + 32, 1e-6);
}

TEST(Simulate, AMessageThatComesDuringASliceWaitsForItsEnd) {
  // Three tasks: the outer one's face is there 2.5 s after it was sent, in the middle of a slice.
  Input input = two_nodes(Form::Tasks, 6);
  input.job.progress = Progress::BetweenSlices;
  EXPECT_NEAR(simulate(input).seconds, 24, 1e-6);
}

class Topologies : public testing::TestWithParam<Topology> {};

TEST_P(Topologies, AnIterationIsSweepLatencyAndFace) {
  Input input = two_nodes(Form::Base, 2);
  input.machine.topology = GetParam();
  input.machine.link = 1000;
  EXPECT_NEAR(simulate(input).seconds, 10.5, 1e-6);
}

std::string name_of(const testing::TestParamInfo<Topology>& info) {
  constexpr const char* names[] = {"Star", "Torus", "FatTree", "Dragonfly"};
  return names[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(All, Topologies,
                         testing::Values(Topology::Star, Topology::Torus, Topology::FatTree,
                                         Topology::Dragonfly),
                         name_of);

TEST(Input, NamesTheMemberThatIsWrong) {
  const auto error_of = [](const char* text) -> std::string {
    std::istringstream in(text);
    try {
      read_input(in);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(R"({"costs": {}, "machine": {}})"), "job is missing");
  EXPECT_EQ(error_of(R"({"costs": {"pint": 1}, "machine": {}, "job": {}})"),
            "costs.pint is not known");
  EXPECT_EQ(error_of(R"({"costs": {}, "machine": {"topology": "ring"}, "job": {}})"),
            "machine.topology: 'ring' is not known");
  EXPECT_NE(error_of(R"({"costs": {}, "machine": {"nodes": "two"}, "job": {}})").find("nodes"),
            std::string::npos);
}

}  // namespace simulator
