// SPDX-License-Identifier: Apache-2.0
// Point-to-point between ranks of one process, with one worker and with several.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(PointToPoint, 1, 2, 5, 16);

int exchange_all_sizes(int, char**) {
  MPI_Init(nullptr, nullptr);
  // Below and above every threshold: inline, copied at once, copied at the wait, pending.
  for (const int count : {0, 1, 31, 33, 255, 257, 16383, 16385, 300000}) {
    std::vector<int> in(static_cast<std::size_t>(count));
    const std::vector<int> out = values(world_rank(), count);
    MPI_Request request;
    MPI_Isend(out.data(), count, MPI_INT, next(), count, MPI_COMM_WORLD, &request);
    MPI_Status status;
    MPI_Recv(in.data(), count, MPI_INT, previous(), count, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(in, values(previous(), count));
    int got = -1;
    MPI_Get_count(&status, MPI_INT, &got);
    EXPECT_EQ(got, count);
    EXPECT_EQ(status.MPI_SOURCE, previous());
    EXPECT_EQ(request, MPI_REQUEST_NULL);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, ExchangeMessagesOfEverySizeClass) {
  run(exchange_all_sizes);
}

int reuse_after_wait(int, char**) {
  MPI_Init(nullptr, nullptr);
  // The wait ends before the receive: the buffer must have been copied.
  int out[512];
  int in[512];
  std::fill(std::begin(out), std::end(out), world_rank());
  MPI_Request request;
  MPI_Isend(out, 512, MPI_INT, next(), 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  std::fill(std::begin(out), std::end(out), -1);
  MPI_Recv(in, 512, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in[0], previous());
  EXPECT_EQ(in[511], previous());
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, MayOverwriteABufferAfterTheWait) {
  run(reuse_after_wait);
}

int keep_order(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int messages = 2000;
  if (world_rank() == 0) {
    std::vector<int> expected(static_cast<std::size_t>(world_size()), 0);
    for (int i = 0; i < messages * (world_size() - 1); ++i) {
      int value;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      EXPECT_EQ(value, expected[static_cast<std::size_t>(status.MPI_SOURCE)]++);
      EXPECT_EQ(status.MPI_TAG, value % 7);
    }
  } else {
    for (int i = 0; i < messages; ++i) MPI_Send(&i, 1, MPI_INT, 0, i % 7, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, MessagesOfOneSenderDoNotOvertake) {
  run(keep_order);
}

int random_traffic(int, char**) {
  MPI_Init(nullptr, nullptr);
  // All ranks use the same seed, so each one knows the sends of all others.
  constexpr int rounds = 20;
  std::mt19937 dice(7);
  std::vector<MPI_Request> requests;
  std::vector<std::vector<int>> sent, received;
  std::vector<std::pair<int, int>> expected;
  for (int round = 0; round < rounds; ++round) {
    for (int from = 0; from < world_size(); ++from) {
      const int to = static_cast<int>(dice() % static_cast<unsigned>(world_size()));
      const int count = static_cast<int>(dice() % (round % 4 == 3 ? 30000 : 700));
      if (from == world_rank()) {
        sent.push_back(values(from + round, count));
        requests.emplace_back();
        MPI_Isend(sent.back().data(), count, MPI_INT, to, round, MPI_COMM_WORLD, &requests.back());
      }
      if (to == world_rank()) {
        received.emplace_back(static_cast<std::size_t>(count) + 1);
        expected.emplace_back(from + round, count);
        requests.emplace_back();
        MPI_Irecv(received.back().data(), count + 1, MPI_INT, from, round, MPI_COMM_WORLD,
                  &requests.back());
      }
    }
    if (round % 5 == 4) {
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
      for (std::size_t i = 0; i < received.size(); ++i) {
        received[i].pop_back();
        EXPECT_EQ(received[i], values(expected[i].first, expected[i].second));
      }
      requests.clear();
      sent.clear();
      received.clear();
      expected.clear();
    }
  }
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, RandomTrafficArrivesUnharmed) {
  run(random_traffic);
}

int wait_any(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  std::vector<int> in(static_cast<std::size_t>(n), -1);
  std::vector<MPI_Request> receives(static_cast<std::size_t>(n)),
      sends(static_cast<std::size_t>(n));
  const int me = world_rank();
  for (int r = 0; r < n; ++r) {
    MPI_Irecv(&in[static_cast<std::size_t>(r)], 1, MPI_INT, r, 3, MPI_COMM_WORLD,
              &receives[static_cast<std::size_t>(r)]);
  }
  for (int r = 0; r < n; ++r)
    MPI_Issend(&me, 1, MPI_INT, r, 3, MPI_COMM_WORLD, &sends[static_cast<std::size_t>(r)]);
  for (int i = 0; i < n; ++i) {
    int index;
    MPI_Status status;
    MPI_Waitany(n, receives.data(), &index, &status);
    EXPECT_EQ(status.MPI_SOURCE, index);
    EXPECT_EQ(in[static_cast<std::size_t>(index)], index);
  }
  int index;
  MPI_Waitany(n, receives.data(), &index, MPI_STATUS_IGNORE);
  EXPECT_EQ(index, MPI_UNDEFINED);
  int left = n;
  while (left > 0) {
    int done;
    std::vector<int> indices(static_cast<std::size_t>(n));
    MPI_Waitsome(n, sends.data(), &done, indices.data(), MPI_STATUSES_IGNORE);
    left -= done;
  }
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, WaitForAnyAndSome) {
  run(wait_any);
}

int poll_until_done(int, char**) {
  MPI_Init(nullptr, nullptr);
  int in = -1;
  const int me = world_rank();
  MPI_Request request;
  MPI_Irecv(&in, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, &request);
  if (me != 0) {  // a chain: each rank polls until the one before it has sent
    for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    EXPECT_EQ(in, previous());
  }
  MPI_Send(&me, 1, MPI_INT, next(), 0, MPI_COMM_WORLD);
  if (me == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int flag = 0; !flag;) {
    int token = 0;
    if (me == 0) MPI_Send(&token, 1, MPI_INT, next(), 1, MPI_COMM_WORLD);
    while (!flag) MPI_Iprobe(previous(), 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(&token, 1, MPI_INT, previous(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me != 0) MPI_Send(&token, 1, MPI_INT, next(), 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, PollingLetsTheOthersRun) {
  run(poll_until_done);
}

int truncation(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int out[4] = {1, 2, 3, 4};
  int in[3] = {0, 0, 77};
  MPI_Request request;
  MPI_Isend(out, 4, MPI_INT, next(), 0, MPI_COMM_WORLD, &request);
  const int code = MPI_Recv(in, 2, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int error_class;
  MPI_Error_class(code, &error_class);
  EXPECT_EQ(error_class, MPI_ERR_TRUNCATE);
  EXPECT_EQ(in[1], 2);
  EXPECT_EQ(in[2], 77) << "written beyond the receive buffer";
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, TruncationIsAnErrorAndWritesNothingBeyond) {
  run(truncation);
}

int replace(int, char**) {
  MPI_Init(nullptr, nullptr);
  std::vector<int> buffer = values(world_rank(), 50000);
  MPI_Sendrecv_replace(buffer.data(), 50000, MPI_INT, next(), 0, previous(), 0, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  EXPECT_EQ(buffer, values(previous(), 50000));
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, ReplaceALargeBuffer) {
  run(replace);
}

}  // namespace
}  // namespace bamboo::mpi
