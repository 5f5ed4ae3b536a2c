// SPDX-License-Identifier: Apache-2.0
// Pieces of a core run while requests are not complete. One process.
#include "runtime/splitting/staged_core.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <deque>
#include <thread>

#include "described_nest.h"

namespace bamboo::overlap {
namespace {

/// Its second piece sends the message.
class Staged : public testing::Test {
 protected:
  void SetUp() override {
    MPI_Irecv(&received, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
    split = bamboo_split_begin(&site);
    describe_nest();
    ASSERT_EQ(bamboo_split_core(split), 1);
    bamboo_split_offer(split, piece, this);
  }

  void TearDown() override {
    if (!is_sent) send();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(received, 5);
    uint64_t rest = 0;
    split = bamboo_split_rest_plan(split, 0);
    while (bamboo_split_rest(split) != 0) rest += current_rows();
    EXPECT_EQ(rows + rest, 100U);
  }

  virtual void describe_nest() = 0;
  virtual void execute() = 0;
  uint64_t current_rows() const {
    return bamboo_split_end(split, 0) - bamboo_split_first(split, 0);
  }

  void send() {
    const int number = 5;
    MPI_Send(&number, 1, MPI_INT, 0, 7, MPI_COMM_SELF);
    is_sent = true;
  }

  static void piece(void* values) {
    auto& test = *static_cast<Staged*>(values);
    if (++test.pieces == 2 && test.sends) test.send();
    test.execute();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }

  /// The library reports on the site in MPI_Finalize.
  static inline std::deque<bamboo_split_site> sites;
  bamboo_split_site& site = sites.emplace_back();
  bamboo_split* split = nullptr;
  MPI_Request request = MPI_REQUEST_NULL;
  int received = 0, pieces = 0;
  uint64_t rows = 0;
  bool is_sent = false, sends = true;
};

/// A nest over 100 numbers that nothing touches.
class StagedCore : public Staged {
  void describe_nest() override {
    describe(split, {{{.may_cut = true}}, {AccessShape{.kind = AccessKind::Written, .loops = {0}}}},
             std::to_array<uint64_t>({100, 8, 1000, 8}));
  }
  void execute() override { rows += current_rows(); }
};

/// 100 rows, of which those from 90 on read the message.
class StagedRows : public Staged {
  void describe_nest() override {
    describe(split,
             {{{.may_cut = true}},
              {AccessShape{.kind = AccessKind::Written, .loops = {0}},
               AccessShape{.kind = AccessKind::Indirect}}},
             std::to_array<uint64_t>({100, 8, 1000, 8, 8}));
    bamboo_split_touch(split, 0, 50000, 8, 1);
  }

  void execute() override {
    while (bamboo_split_chunk(split) != 0) {
      auto* noted = static_cast<std::array<uint64_t, 2>*>(bamboo_split_noted(split, 0));
      const uint64_t first = bamboo_split_first(split, 0);
      for (uint64_t row = first; row < bamboo_split_end(split, 0); ++row) {
        const uint64_t address = row < 90 ? 40000 : 50000;
        noted[row - first] = {address, address};
      }
      while (bamboo_split_run(split) != 0) rows += current_rows();
    }
  }
};

TEST_F(StagedRows, AreReadInThePieceThatExecutesThem) {
  bamboo_split_during(split, 1, &request);
  EXPECT_GE(rows, 2U);
  EXPECT_LT(rows, 90U);
}

TEST_F(StagedRows, RunBehindTheMessagesIfTheyNeedThem) {
  sends = false;
  bamboo_split_during(split, 1, &request);
  EXPECT_EQ(rows, 90U);
}

TEST_F(StagedRows, AllRunBehindWhereNoPieceRuns) {
  EXPECT_EQ(rows, 0U);
}

TEST_F(StagedCore, RunsUntilTheMessageIsThere) {
  bamboo_split_during(split, 1, &request);
  EXPECT_GE(pieces, 2);
  EXPECT_LT(rows, 100U);
  EXPECT_NE(request, MPI_REQUEST_NULL);  // the program completes it
}

TEST_F(StagedCore, RunsWhileAnyRequestIsNotComplete) {
  std::array requests = {MPI_Request(MPI_REQUEST_NULL), request};
  bamboo_split_during(split, 2, requests.data());
  EXPECT_GE(pieces, 2);
  EXPECT_LT(rows, 100U);
}

TEST_F(StagedCore, RunsInFortran) {
  const MPI_Fint count = 2;
  std::array requests = {MPI_Request_c2f(MPI_REQUEST_NULL), MPI_Request_c2f(request)};
  bamboo_split_during_fortran(split, &count, requests.data());
  EXPECT_GE(pieces, 2);
  EXPECT_LT(rows, 100U);
}

TEST_F(StagedCore, RunsForOneRequestInFortran) {
  const MPI_Fint in_fortran = MPI_Request_c2f(request);
  bamboo_split_during_fortran(split, nullptr, &in_fortran);
  EXPECT_GE(pieces, 2);
  EXPECT_LT(rows, 100U);
}

TEST_F(StagedCore, EndsWhereNothingIsLeft) {
  sends = false;
  bamboo_split_during(split, 1, &request);
  EXPECT_EQ(rows, 100U);
}

TEST_F(StagedCore, DoesNotRunWhereNothingIsPending) {
  send();
  int complete = 0;
  while (complete == 0) MPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);
  bamboo_split_during(split, 1, &request);
  const MPI_Request none = MPI_REQUEST_NULL;
  bamboo_split_during(split, 1, &none);
  bamboo_split_during(split, 0, nullptr);
  bamboo_split_during(nullptr, 1, &request);
  const MPI_Fint null = MPI_Request_c2f(MPI_REQUEST_NULL), count = 0;
  bamboo_split_during_fortran(split, nullptr, &null);
  bamboo_split_during_fortran(split, &count, nullptr);
  bamboo_split_during_fortran(nullptr, nullptr, &null);
  EXPECT_EQ(pieces, 0);
}

}  // namespace
}  // namespace bamboo::overlap
