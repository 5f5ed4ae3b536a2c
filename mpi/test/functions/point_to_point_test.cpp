// SPDX-License-Identifier: Apache-2.0
// Point-to-point between ranks of one process, with one worker and with several.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(PointToPoint, 1, 2, 5, 16);

int next() {
  return (world_rank() + 1) % world_size();
}
int previous() {
  return (world_rank() + world_size() - 1) % world_size();
}

int value_at(int rank, int index) {
  return rank * 100003 + index;
}
std::vector<int> values(int rank, int count) {
  std::vector<int> v(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) v[static_cast<std::size_t>(i)] = value_at(rank, i);
  return v;
}

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
  // Everybody knows everybody's sequence of sends: same seed.
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

int probe_and_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::vector<int> out = values(world_rank(), 10 + world_rank());
  MPI_Request request;
  MPI_Isend(out.data(), 10 + world_rank(), MPI_INT, next(), 4, MPI_COMM_WORLD, &request);
  MPI_Message message;
  MPI_Status status;
  MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &message, &status);
  int count;
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(count, 10 + previous());
  std::vector<int> in(static_cast<std::size_t>(count));
  MPI_Mrecv(in.data(), count, MPI_INT, &message, &status);
  EXPECT_EQ(in, values(previous(), count));
  EXPECT_EQ(message, MPI_MESSAGE_NULL);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, MatchedProbeTakesTheMessageOut) {
  run(probe_and_receive);
}

int free_between_probe_and_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm backwards;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank(), &backwards);
  int rank = -1, out = 7, in = 0;
  MPI_Comm_rank(backwards, &rank);
  const int to = (rank + 1) % world_size(), from = (rank + world_size() - 1) % world_size();
  for (const bool at_once : {true, false}) {
    MPI_Comm comm;
    MPI_Comm_dup(backwards, &comm);
    MPI_Request request, receive;
    MPI_Isend(&out, 1, MPI_INT, to, 1, comm, &request);
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(MPI_ANY_SOURCE, 1, comm, &message, &status);
    EXPECT_EQ(status.MPI_SOURCE, from);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Comm_dup(backwards, &comm);  // clears up those that nothing needs
    status.MPI_SOURCE = -1;
    if (at_once) {
      MPI_Mrecv(&in, 1, MPI_INT, &message, &status);
    } else {
      MPI_Imrecv(&in, 1, MPI_INT, &message, &receive);
      MPI_Wait(&receive, &status);
    }
    EXPECT_EQ(status.MPI_SOURCE, from);
    EXPECT_EQ(in, 7);
    MPI_Comm_free(&comm);
  }
  MPI_Comm_free(&backwards);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, CommunicatorOfAMatchedMessageOutlivesItsFree) {
  run(free_between_probe_and_receive);
}

int persistent_ring(int, char**) {
  MPI_Init(nullptr, nullptr);
  int out = 0;
  int in = 0;
  MPI_Request requests[2];
  MPI_Send_init(&out, 1, MPI_INT, next(), 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&in, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 50; ++i) {
    out = value_at(world_rank(), i);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EXPECT_EQ(in, value_at(previous(), i));
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, PersistentRequestsStartAgain) {
  run(persistent_ring);
}

int wait_for_nothing(int, char**) {
  MPI_Init(nullptr, nullptr);
  int in = 0, flag = 0, index = 0;
  MPI_Request inactive, none = MPI_REQUEST_NULL;
  MPI_Recv_init(&in, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, &inactive);
  const auto expect_empty = [](const char* what, const auto& call) {
    MPI_Status status;
    status.MPI_SOURCE = status.MPI_TAG = status.MPI_ERROR = 77;
    call(&status);
    EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE) << what;
    EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG) << what;
    EXPECT_EQ(status.MPI_ERROR, MPI_SUCCESS) << what;
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT_EQ(count, 0) << what;
  };
  for (MPI_Request* request : {&none, &inactive}) {
    expect_empty("Wait", [&](MPI_Status* s) { MPI_Wait(request, s); });
    expect_empty("Test", [&](MPI_Status* s) { MPI_Test(request, &flag, s); });
    expect_empty("Waitany", [&](MPI_Status* s) { MPI_Waitany(1, request, &index, s); });
    expect_empty("Testany", [&](MPI_Status* s) { MPI_Testany(1, request, &index, &flag, s); });
    expect_empty("Waitall", [&](MPI_Status* s) { MPI_Waitall(1, request, s); });
    expect_empty("get_status", [&](MPI_Status* s) { MPI_Request_get_status(*request, &flag, s); });
  }
  MPI_Request_free(&inactive);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, StatusesOfNoRequestAreEmpty) {
  run(wait_for_nothing);
}

int cancel_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  int in;
  MPI_Request request;
  MPI_Irecv(&in, 1, MPI_INT, previous(), 99, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Status status;
  MPI_Wait(&request, &status);
  int cancelled = 0;
  MPI_Test_cancelled(&status, &cancelled);
  EXPECT_TRUE(cancelled);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, AReceiveWithoutMessageCanBeCancelled) {
  run(cancel_receive);
}

int cancel_send(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::vector<int> lost(20000, -1), kept = values(world_rank(), 20000);
  for (const bool synchronous : {true, false}) {
    MPI_Request request;
    (synchronous ? MPI_Issend : MPI_Isend)(lost.data(), synchronous ? 1 : 20000, MPI_INT, next(), 7,
                                           MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Status status;
    MPI_Wait(&request, &status);  // returns whatever the receiver does
    int cancelled = 0;
    MPI_Test_cancelled(&status, &cancelled);
    EXPECT_TRUE(cancelled) << synchronous;
  }
  MPI_Barrier(MPI_COMM_WORLD);  // nobody receives before all have cancelled
  std::vector<int> in(20000);
  MPI_Request request;
  MPI_Isend(kept.data(), 20000, MPI_INT, next(), 7, MPI_COMM_WORLD, &request);
  MPI_Recv(in.data(), 20000, MPI_INT, previous(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), 20000));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Cancel(&request);  // too late
  MPI_Status status;
  MPI_Wait(&request, &status);
  int cancelled = 1;
  MPI_Test_cancelled(&status, &cancelled);
  EXPECT_FALSE(cancelled);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, ASendThatNobodyHasReceivedCanBeCancelled) {
  run(cancel_send);
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

int forget_sends(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    // Freed requests: the message must arrive although nobody waits, even after the sender's end.
    auto* out = new std::vector<int>(values(world_rank(), 1000));
    MPI_Request request;
    MPI_Isend(out->data(), 1000, MPI_INT, next(), 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    std::vector<int> in(1000);
    MPI_Recv(in.data(), 1000, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(in, values(previous(), 1000));
    MPI_Barrier(MPI_COMM_WORLD);
    delete out;
  }
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, AFreedSendStillArrives) {
  run(forget_sends);
}

int wrong_requests(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const auto class_of = [](int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
  };
  int in = 0;
  const int out = 7;
  MPI_Request requests[2];
  MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
  requests[1] = requests[0];
  MPI_Request copy = requests[0];
  EXPECT_EQ(class_of(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)), MPI_ERR_REQUEST) << "twice";
  MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  EXPECT_EQ(MPI_Waitall(1, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(in, 7);
  MPI_Request next;
  MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &next);  // in the slot of the one before
  int flag = 0;
  EXPECT_EQ(class_of(MPI_Test(&copy, &flag, MPI_STATUS_IGNORE)), MPI_ERR_REQUEST) << "over";
  EXPECT_EQ(class_of(MPI_Request_free(&copy)), MPI_ERR_REQUEST);
  EXPECT_EQ(class_of(MPI_Start(&copy)), MPI_ERR_REQUEST);
  for (const std::uintptr_t value : {0x0ul, 0x1ul, 0x1000ul, 0x5a5a5a5a5a5a5a5aul, ~0x0ul}) {
    copy = reinterpret_cast<MPI_Request>(value);
    EXPECT_EQ(class_of(MPI_Wait(&copy, MPI_STATUS_IGNORE)), MPI_ERR_REQUEST) << value;
  }
  MPI_Send(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  EXPECT_EQ(MPI_Wait(&next, MPI_STATUS_IGNORE), MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
TEST_P(PointToPoint, ARequestThatIsNoneIsFoundOut) {
  run(wrong_requests);
}

}  // namespace
}  // namespace bamboo::mpi
