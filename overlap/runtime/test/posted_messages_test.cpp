// SPDX-License-Identifier: Apache-2.0
// What the library knows of the completions that a program asks about. One process.
#include "runtime/splitting/posted_messages.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <vector>

#include "described_nest.h"
#include "runtime/splitting/split_history.h"

namespace bamboo::overlap {
namespace {

/// A nest over 1000 numbers, the first of which is received, as the compiler describes it.
class PostedMessages : public testing::Test {
 protected:
  void SetUp() override { MPI_Irecv(in.data(), 1, MPI_DOUBLE, 0, 5, MPI_COMM_SELF, &request); }
  void TearDown() override {
    MPI_Send(out.data(), 1, MPI_DOUBLE, 0, 5, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }

  void post() {
    bamboo_split_posted(&list, &request, address(in.data()), 1, MPI_DOUBLE, MPI_COMM_SELF, 1);
  }
  static uint64_t address(const void* place) { return reinterpret_cast<uint64_t>(place); }

  /// True when it has a core behind completions of all `requests`.
  bool execute(const std::vector<MPI_Request>& requests, const void* kept = nullptr) {
    bamboo_split* split = begin();
    if (split == nullptr) return false;
    if (kept != nullptr) bamboo_split_kept(split, address(kept), sizeof(double));
    bamboo_split_completes(split, 0, &list, requests.data(), static_cast<int32_t>(requests.size()),
                           MPI_STATUS_IGNORE);
    return end(split);
  }

  bamboo_split* begin() {
    bamboo_split* split = bamboo_split_begin(&site);
    if (split == nullptr) return nullptr;
    const AccessShape reads{.loops = {0}}, writes{.kind = AccessKind::Written, .loops = {0}};
    constexpr uint64_t bytes = sizeof(double);
    describe(split, {{{.may_cut = true}}, {reads, writes}},
             std::to_array<uint64_t>(
                 {in.size(), bytes, address(in.data()), bytes, bytes, address(out.data()), bytes}));
    return split;
  }

  bool end(bamboo_split* split) {
    const bool has_core = bamboo_split_core(split) != 0;
    first = has_core ? bamboo_split_first(split, 0) : 0;
    split = bamboo_split_rest_plan(split, 0);
    while (bamboo_split_rest(split) != 0) {
    }
    return has_core;
  }
  /// The library reports on the site in MPI_Finalize.
  static bamboo_split_site& new_site() {
    static std::deque<bamboo_split_site> sites;
    return sites.emplace_back(bamboo_split_site{"nest.c", 7, 0, 0, nullptr});
  }
  uint64_t count(SplitOutcome outcome) const {
    return site.history->outcomes[static_cast<size_t>(outcome)];
  }

  std::array<double, 1000> in = {}, out = {};
  MPI_Request request = MPI_REQUEST_NULL;
  bamboo_split_posted_list list = {};
  bamboo_split_site& site = new_site();
  uint64_t first = 0;  ///< iteration of the core
};

TEST_F(PostedMessages, TheCoreLeavesOutWhatIsReceived) {
  post();
  EXPECT_TRUE(execute({request}));
  EXPECT_EQ(first, 1U);
}

TEST_F(PostedMessages, NullRequestsCompleteNothing) {
  EXPECT_TRUE(execute({MPI_REQUEST_NULL, MPI_REQUEST_NULL}));
  EXPECT_EQ(first, 0U);
}

TEST_F(PostedMessages, ThereIsNoCoreBehindWhatIsNotInTheList) {
  EXPECT_FALSE(execute({request}));
  EXPECT_EQ(count(SplitOutcome::unknown_requests), 1U);
}

TEST_F(PostedMessages, AnEmptiedListKnowsNothing) {
  post();
  list.used = 0;
  EXPECT_FALSE(execute({request}));
}

TEST_F(PostedMessages, AFullListTakesNoMore) {
  MPI_Request null = MPI_REQUEST_NULL;
  for (size_t i = 0; i < most_posted; ++i)
    bamboo_split_posted(&list, &null, 0, 0, MPI_DOUBLE, MPI_COMM_SELF, 1);
  post();
  EXPECT_FALSE(execute({request}));
}

TEST_F(PostedMessages, ThereIsNoCoreWhereErrorsComeBack) {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  post();
  EXPECT_FALSE(execute({request}));
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  list.used = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  post();
  EXPECT_FALSE(execute({request}));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST_F(PostedMessages, ThereIsNoCoreWhereAddressesAreReceived) {
  post();
  EXPECT_FALSE(execute({request}, in.data()));
  EXPECT_EQ(count(SplitOutcome::addresses_received), 1U);
}

/// The value that was loaded there follows the message, and may be the address of the next
/// requests.
TEST_F(PostedMessages, BehindWhatMayBeReceivedNoRequestIsLookedAt) {
  post();
  bamboo_split* split = begin();
  bamboo_split_completes(split, 0, &list, &request, 1, MPI_STATUS_IGNORE);
  bamboo_split_kept(split, address(in.data()), sizeof(double));
  const auto* nowhere = reinterpret_cast<const MPI_Request*>(uintptr_t{8});
  bamboo_split_completes(split, 0, &list, nowhere, 1, MPI_STATUS_IGNORE);
  EXPECT_FALSE(end(split));
  EXPECT_EQ(count(SplitOutcome::addresses_received), 1U);
}

TEST_F(PostedMessages, WhatTheProgramItselfWritesIsNotCompared) {
  post();
  bamboo_split* split = begin();
  bamboo_split_completes(split, 0, &list, &request, 1, MPI_STATUS_IGNORE);
  bamboo_split_touch(split, 2, address(&first), sizeof first, 1);  // the compiler has shown it
  bamboo_split_kept(split, address(&first), sizeof first);
  EXPECT_TRUE(end(split));
}

TEST_F(PostedMessages, SeveralArraysMayBeKeptCellByCell) {
  post();
  bamboo_split* split = begin();
  bamboo_split_completes(split, 0, &list, &request, 1, MPI_STATUS_IGNORE);
  for (size_t i = 0; i < 400; ++i)
    for (uint64_t array = 1; array < 4; ++array) bamboo_split_kept(split, (array << 20) + 4 * i, 4);
  EXPECT_TRUE(end(split));
}

TEST_F(PostedMessages, KeptMemoryThatIsScatteredCostsTooMuch) {
  post();
  bamboo_split* split = begin();
  bamboo_split_completes(split, 0, &list, &request, 1, MPI_STATUS_IGNORE);
  for (uint64_t i = 0; i < 300; ++i) bamboo_split_kept(split, (i % 2 << 30) + 64 * i, 4);
  EXPECT_FALSE(end(split));
  EXPECT_EQ(count(SplitOutcome::looking_costs), 1U);
}

TEST_F(PostedMessages, ComparisonsAreCharged) {
  post();
  bamboo_split* split = begin();
  bamboo_split_completes(split, 0, &list, &request, 1, MPI_STATUS_IGNORE);
  for (uint64_t i = 0; i < 30'000; ++i) bamboo_split_kept(split, uint64_t{1} << 30, 4);
  EXPECT_FALSE(end(split));
  EXPECT_EQ(count(SplitOutcome::looking_costs), 1U);
}

TEST_F(PostedMessages, OtherMemoryMayBeKept) {
  post();
  EXPECT_TRUE(execute({request}, in.data() + 1));
}

}  // namespace
}  // namespace bamboo::overlap
