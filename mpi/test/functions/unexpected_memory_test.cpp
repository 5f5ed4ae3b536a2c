// SPDX-License-Identifier: Apache-2.0
// Messages that no receive takes, more of them than the process keeps copies of.
#include "matching/unexpected_memory.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "rank/rank.h"
#include "support/lost_on_purpose.h"
#include "support/ring.h"

namespace bamboo::mpi {
namespace {

constexpr int go_tag = 99;
constexpr std::size_t budget = 1 << 20;
constexpr int elements = 256;  // 1 KiB: what a send copies at once
constexpr int flood = 8000;    // messages: eight times the budget

/// Ranks, workers, bytes that may be unreceived.
class FewCopies : public ::testing::TestWithParam<std::tuple<int, int, std::size_t>> {
 protected:
  void run(int (*program)(int, char**)) {
    RuntimeOptions options;
    options.workers = std::get<1>(GetParam());
    options.service = ServiceMode::Inline;
    options.stack_bytes = 1u << 20;
    options.eager_budget = std::get<2>(GetParam());
    EXPECT_EQ(run_ranks(options, std::get<0>(GetParam()), program), 0);
    EXPECT_EQ(unexpected_memory.held(), 0);
  }
};
INSTANTIATE_TEST_SUITE_P(Sizes, FewCopies,
                         ::testing::Combine(::testing::Values(2, 5), ::testing::Values(1, 2, 4),
                                            ::testing::Values(std::size_t{0}, budget)),
                         [](const auto& sizes) {
                           return std::to_string(std::get<0>(sizes.param)) + "ranks" +
                                  std::to_string(std::get<1>(sizes.param)) + "workers" +
                                  std::to_string(std::get<2>(sizes.param)) + "bytes";
                         });

std::uint64_t unexpected_bytes() {
  int provided, index, count;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  unsigned long long value = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_get_index("unexpected_bytes", MPI_T_PVAR_CLASS_LEVEL, &index);
  MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count);
  MPI_T_pvar_read(session, handle, &value);
  MPI_T_pvar_handle_free(session, &handle);
  MPI_T_pvar_session_free(&session);
  MPI_T_finalize();
  return value;
}

void send_values(int number, int dest) {
  const std::vector<int> out = values(number, elements);
  MPI_Send(out.data(), elements, MPI_INT, dest, 0, MPI_COMM_WORLD);
}

void receive_values(int number, int source, int tag = 0) {
  std::vector<int> in(elements);
  MPI_Recv(in.data(), elements, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(number, elements));
}

/// The receiver is slow: it has less unreceived than it would have without a limit.
int late_receiver(int, char**) {
  MPI_Init(nullptr, nullptr);
  if (world_rank() == 0)
    for (int i = 0; i < flood; ++i) send_values(i, 1);
  if (world_rank() == 1) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    for (int i = 0; i < flood; ++i) {
      // Where other workers wait, some held sends are released after a while.
      if (i % 100 == 0) {
        EXPECT_LE(unexpected_bytes(), 5 * budget);
      }
      receive_values(i, 0);
    }
  }
  MPI_Finalize();
  return 0;
}
TEST_P(FewCopies, BoundWhatALateReceiverKeeps) {
  run(late_receiver);
}

template <int count>
int buffered_exchange(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::vector<int> out = values(world_rank(), count);
  const int messages = 4 * static_cast<int>(budget) / (count * 4);
  for (int i = 0; i < messages; ++i)
    MPI_Send(out.data(), count, MPI_INT, next(), i, MPI_COMM_WORLD);
  std::vector<int> in(count);
  for (int i = messages - 1; i >= 0; --i) {
    MPI_Recv(in.data(), count, MPI_INT, i % 2 ? previous() : MPI_ANY_SOURCE, i, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    EXPECT_EQ(in, values(previous(), count));
  }
  MPI_Finalize();
  return 0;
}
TEST_P(FewCopies, LetRanksSendBeforeTheyReceive) {
  run(buffered_exchange<elements>);
  run(buffered_exchange<2048>);
  run(buffered_exchange<16384>);
}

/// Waits for a message that comes behind the flood, by polls.
template <class Look>
void poll_for_go(int source, Look&& look) {
  for (int there = 0; !there;) look(&there);
  MPI_Recv(nullptr, 0, MPI_BYTE, source, go_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int polling_receiver(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int some = 1500;
  if (world_rank() == 0) {
    for (int i = 0; i < some; ++i) send_values(i, 1);
    MPI_Send(nullptr, 0, MPI_BYTE, 1, go_tag, MPI_COMM_WORLD);
  }
  if (world_rank() == 1) {
    poll_for_go(0, [](int* there) {
      MPI_Iprobe(0, go_tag, MPI_COMM_WORLD, there, MPI_STATUS_IGNORE);
      // Longer than a poll that counts as unsuccessful.
      for (const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
           std::chrono::steady_clock::now() < end;) {
      }
    });
    for (int i = 0; i < some; ++i) receive_values(i, 0);
  }
  MPI_Finalize();
  return 0;
}

int polling_sender(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int some = 1500;
  if (world_rank() == 0) {
    for (int i = 0; i < some; ++i) {
      const std::vector<int> out = values(i, elements);
      MPI_Request sent;
      MPI_Isend(out.data(), elements, MPI_INT, 1, 0, MPI_COMM_WORLD, &sent);
      for (int done = 0; !done;) MPI_Test(&sent, &done, MPI_STATUS_IGNORE);
    }
    MPI_Send(nullptr, 0, MPI_BYTE, 1, go_tag, MPI_COMM_WORLD);
  }
  if (world_rank() == 1) {
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, go_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < some; ++i) receive_values(i, 0);
  }
  MPI_Finalize();
  return 0;
}

class FewCopiesOfPolls : public FewCopies {};
INSTANTIATE_TEST_SUITE_P(Sizes, FewCopiesOfPolls,
                         ::testing::Combine(::testing::Values(2), ::testing::Values(1, 2),
                                            ::testing::Values(budget)),
                         [](const auto& sizes) {
                           return std::to_string(std::get<1>(sizes.param)) + "workers";
                         });
TEST_P(FewCopiesOfPolls, AreReleasedForARankThatPolls) {
  run(polling_receiver);
}
TEST_P(FewCopiesOfPolls, AreReleasedForASenderThatPolls) {
  run(polling_sender);
}

/// A window of nonblocking sends, of which some are cancelled, freed, or waited for alone.
int requests(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int number = 2400, cancelled = 2399, freed = 2398;
  constexpr int count = 300;
  std::vector<std::vector<int>> out(number);
  std::vector<MPI_Request> sent(number);
  for (int i = 0; i < number; ++i) {
    out[static_cast<std::size_t>(i)] = values(i, i % 2 ? elements : count);
    MPI_Isend(out[static_cast<std::size_t>(i)].data(), i % 2 ? elements : count, MPI_INT, next(), i,
              MPI_COMM_WORLD, &sent[static_cast<std::size_t>(i)]);
  }
  MPI_Cancel(&sent[cancelled]);
  MPI_Status status;
  MPI_Wait(&sent[cancelled], &status);
  int is_cancelled = 0;
  MPI_Test_cancelled(&status, &is_cancelled);
  MPI_Request_free(&sent[freed]);
  std::ranges::fill(out[freed], -1);
  int index = -1;
  MPI_Waitany(number, sent.data(), &index, MPI_STATUS_IGNORE);
  MPI_Waitall(number, sent.data(), MPI_STATUSES_IGNORE);
  for (int i = 0; i < cancelled; ++i) {
    std::vector<int> in(count);
    MPI_Recv(in.data(), count, MPI_INT, previous(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    in.resize(i % 2 ? elements : count);
    EXPECT_EQ(in, values(i, i % 2 ? elements : count));
  }
  int previous_cancelled = 0;
  MPI_Sendrecv(&is_cancelled, 1, MPI_INT, next(), go_tag, &previous_cancelled, 1, MPI_INT,
               previous(), go_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!previous_cancelled)
    MPI_Recv(nullptr, 0, MPI_INT, previous(), cancelled, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

int all_modes(int, char**) {
  MPI_Init(nullptr, nullptr);
  std::vector<std::byte> memory(3000 * (sizeof(int) * elements + MPI_BSEND_OVERHEAD));
  MPI_Buffer_attach(memory.data(), static_cast<int>(memory.size()));
  const std::vector<int> out = values(world_rank(), elements);
  for (int i = 0; i < 3000; ++i)
    MPI_Bsend(out.data(), elements, MPI_INT, next(), 1, MPI_COMM_WORLD);
  MPI_Request requests[3];
  MPI_Issend(out.data(), elements, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(out.data(), elements, MPI_INT, next(), 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Start(&requests[1]);
  MPI_Isendrecv(out.data(), elements, MPI_INT, next(), 4, nullptr, 0, MPI_INT, MPI_PROC_NULL, 4,
                MPI_COMM_WORLD, &requests[2]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Start(&requests[1]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  for (int i = 0; i < 3000; ++i) receive_values(previous(), previous(), 1);
  MPI_Message message;
  std::vector<int> in(elements);
  MPI_Mprobe(previous(), 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(in.data(), elements, MPI_INT, &message, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), elements));
  for (const int tag : {3, 4, 2}) receive_values(previous(), previous(), tag);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Request_free(&requests[1]);
  void* address;
  int size;
  MPI_Buffer_detach(static_cast<void*>(&address), &size);
  MPI_Finalize();
  return 0;
}

/// A root runs ahead of the others, which first want a message that follows.
int small_collectives(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int rounds = 2000;
  std::vector<int> all(elements);
  if (world_rank() == 0) {
    for (int i = 0; i < rounds; ++i) {
      all = values(i, elements);
      MPI_Bcast(all.data(), elements, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int r = 1; r < world_size(); ++r)
      MPI_Send(nullptr, 0, MPI_BYTE, r, go_tag, MPI_COMM_WORLD);
  } else {
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, go_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < rounds; ++i) {
      MPI_Bcast(all.data(), elements, MPI_INT, 0, MPI_COMM_WORLD);
      EXPECT_EQ(all, values(i, elements));
    }
  }
  MPI_Finalize();
  return 0;
}

/// Sends that their rank has not waited for when MPI ends.
int unfinished(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::vector<int> out = values(world_rank(), elements);
  for (int i = 0; i < 2000; ++i) {
    const LostOnPurpose here;
    MPI_Request sent;
    MPI_Isend(out.data(), elements, MPI_INT, next(), 0, MPI_COMM_WORLD, &sent);
    if (i % 2) MPI_Request_free(&sent);
  }
  if (world_rank() == world_size() - 1)
    for (int i = 0; i < 2000; ++i) receive_values(previous(), previous());
  MPI_Finalize();
  return 0;
}

TEST_P(FewCopies, LeaveRequestsAsTheyAre) {
  run(requests);
}
TEST_P(FewCopies, LeaveModesAsTheyAre) {
  run(all_modes);
}
TEST_P(FewCopies, LetCollectivesRunAhead) {
  run(small_collectives);
}
TEST_P(FewCopies, LetRanksEndWithActiveSends) {
  run(unfinished);
}

/// Another thread of the receiver waits, outside of MPI, for what the sender's rank does later.
int own_threads(int, char**) {
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  static std::atomic<int> arrived;
  arrived = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  Rank& rank = Rank::current();
  std::jthread second([&rank] {
    const MessagingTask::OwnThread scope(rank);
    while (arrived.load() < world_size()) std::this_thread::yield();
    for (int i = 0; i < 2000; ++i) receive_values(i, previous());
  });
  for (int i = 0; i < 2000; ++i) send_values(i, next());
  ++arrived;
  second.join();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
TEST_P(FewCopiesOfPolls, AreReleasedForThreadsOfARank) {
  run(own_threads);
}

/// Sends that are released a few at a time, for longer than a deadlock may last.
int window_of_sends(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int number = 60000;
  const std::vector<int> out = values(1, elements);
  if (world_rank() == 0) {
    std::vector<MPI_Request> sent(number);
    for (MPI_Request& send : sent)
      MPI_Isend(out.data(), elements, MPI_INT, 1, 0, MPI_COMM_WORLD, &send);
    MPI_Waitall(number, sent.data(), MPI_STATUSES_IGNORE);
    MPI_Send(nullptr, 0, MPI_BYTE, 1, go_tag, MPI_COMM_WORLD);
  } else {
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, go_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < number; ++i) receive_values(1, 0);
  }
  MPI_Finalize();
  return 0;
}
class FewCopiesOfWindows : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Workers, FewCopiesOfWindows, ::testing::Values(1, 2));
TEST_P(FewCopiesOfWindows, AreNoDeadlock) {
  RuntimeOptions options;
  options.workers = GetParam();
  options.service = ServiceMode::Inline;
  options.deadlock_seconds = 0.1;
  options.eager_budget = 64 << 10;
  EXPECT_EQ(run_ranks(options, 2, window_of_sends), 0);
}

/// The receiver computes while a worker has nothing to run.
int computing_receiver(int, char**) {
  MPI_Init(nullptr, nullptr);
  if (world_rank() == 0)
    for (int i = 0; i < flood; ++i) send_values(i, 1);
  if (world_rank() == 1) {
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1500);
         std::chrono::steady_clock::now() < end;) {
    }
    EXPECT_LE(unexpected_bytes(), budget + budget / 2);
    for (int i = 0; i < flood; ++i) receive_values(i, 0);
  }
  MPI_Finalize();
  return 0;
}

/// The receiver waits outside of MPI for what the sender does later.
int receiver_without_mpi(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int some = budget / 1024 + 50;
  static std::atomic<bool> all_sent;
  all_sent = false;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    for (int i = 0; i < some; ++i) send_values(i, 1);
    all_sent = true;
  }
  if (world_rank() == 1) {
    while (!all_sent) std::this_thread::yield();
    for (int i = 0; i < some; ++i) receive_values(i, 0);
  }
  MPI_Finalize();
  return 0;
}

class FewCopiesOfComputing : public ::testing::Test {
 protected:
  static void run(int (*program)(int, char**)) {
    RuntimeOptions options;
    options.workers = 2;
    options.service = ServiceMode::Inline;
    options.eager_budget = budget;
    EXPECT_EQ(run_ranks(options, 2, program), 0);
  }
};
TEST_F(FewCopiesOfComputing, GrowSlowlyBesideAnIdleWorker) {
  run(computing_receiver);
}
TEST_F(FewCopiesOfComputing, AreReleasedInTheEnd) {
  run(receiver_without_mpi);
}

TEST(UnexpectedMemory, IsNeverExtendedBelowItsLimit) {
  UnexpectedMemory memory;
  memory.set_limit(budget, 1);
  memory.extend(budget / 8);
  UnexpectedMemory::Share share(memory);
  share.add(budget / 2);
  EXPECT_FALSE(memory.is_full());
  EXPECT_FALSE(memory.is_extended());
}

TEST(UnexpectedMemory, OfManyMailboxesIsCountedAsThatOfOne) {
  constexpr std::size_t many = 10000;
  constexpr int bytes = 15 << 10;
  UnexpectedMemory memory;
  memory.set_limit(64 * budget, many);
  std::deque<UnexpectedMemory::Share> shares;
  for (std::size_t i = 0; i < many / 2; ++i) {  // what has come goes in another order
    UnexpectedMemory::Share& share = shares.emplace_back(memory);
    for (const int change : {bytes, 18 << 10, -(18 << 10), -bytes}) share.add(change);
  }
  EXPECT_FALSE(memory.is_full());
  std::size_t held = 0;
  for (; !memory.is_full() && held < many; ++held) shares.emplace_back(memory).add(bytes);
  EXPECT_LE(held * bytes, 72 * budget);
  EXPECT_GE(held * bytes, 56 * budget);
}

}  // namespace
}  // namespace bamboo::mpi
