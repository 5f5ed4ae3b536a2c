// SPDX-License-Identifier: Apache-2.0
// Several threads of a rank in MPI: with MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE, and without.
#include <array>
#include <thread>
#include <vector>

#include "rank/rank.h"
#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(OwnThreadsOfRanks, 1, 2, 5);

constexpr int thread_count = 3, thread_rounds = 20;

/// Runs `body(thread)` on threads of the calling rank. All ranks of a test share their code, which
/// else shows which rank owns a thread.
template <class Body>
void on_threads(Body&& body) {
  Rank& rank = Rank::current();
  std::vector<std::jthread> running;
  for (int t = 0; t < thread_count; ++t)
    running.emplace_back([&, t] {
      const MessagingTask::OwnThread scope(rank);
      body(t);
    });
}

void initialize(int level = MPI_THREAD_MULTIPLE) {
  int provided = -1, is_main = 0;
  MPI_Init_thread(nullptr, nullptr, level, &provided);
  ASSERT_EQ(provided, level);
  MPI_Query_thread(&provided);
  EXPECT_EQ(provided, level);
  MPI_Is_thread_main(&is_main);
  EXPECT_TRUE(is_main);
}

int rings(int, char**) {
  initialize();
  on_threads([](int t) {
    int is_main = 1;
    MPI_Is_thread_main(&is_main);
    EXPECT_FALSE(is_main);
    for (int i = 0; i < thread_rounds; ++i) {
      // Larger than what a send copies at once.
      std::vector<int> out(i % 5 == 0 ? 30000 : 3, value_at(world_rank(), 10 * i + t)), in(30000);
      MPI_Request sent;
      MPI_Isend(out.data(), static_cast<int>(out.size()), MPI_INT, next(), t, MPI_COMM_WORLD,
                &sent);
      MPI_Status status;
      if (i % 2 == 0) MPI_Probe(previous(), t, MPI_COMM_WORLD, &status);
      MPI_Recv(in.data(), 30000, MPI_INT, previous(), t, MPI_COMM_WORLD, &status);
      EXPECT_EQ(in[0], value_at(previous(), 10 * i + t));
      MPI_Wait(&sent, MPI_STATUS_IGNORE);
    }
  });
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, WaitOnTheSameCommunicatorAtATime) {
  run(rings);
}

int collectives(int, char**) {
  initialize();
  std::array<MPI_Comm, thread_count> comms;
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  on_threads([&](int t) {
    const int size = world_size();
    for (int i = 0; i < thread_rounds; ++i) {
      int mine = world_rank() + t, sum = 0, word = world_rank() == 0 ? 7 * i + t : 0;
      MPI_Request request;
      MPI_Ibcast(&word, 1, MPI_INT, 0, comms[t], &request);
      MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comms[t]);
      EXPECT_EQ(sum, size * (size - 1) / 2 + size * t);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      EXPECT_EQ(word, 7 * i + t);
      if (i % 10 == 0) {
        MPI_Comm copy;
        MPI_Comm_dup(comms[t], &copy);
        MPI_Barrier(copy);
        MPI_Comm_free(&copy);
      }
    }
  });
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, RunCollectivesOfDifferentCommunicators) {
  run(collectives);
}

int hands_over(int, char**) {
  initialize();
  std::array<std::array<int, thread_rounds>, thread_count> words{};
  std::array<std::array<MPI_Request, thread_rounds>, thread_count> requests;
  on_threads([&](int t) {
    for (int i = 0; i < thread_rounds; ++i)
      MPI_Irecv(&words[t][i], 1, MPI_INT, previous(), t, MPI_COMM_WORLD, &requests[t][i]);
  });
  on_threads([&](int t) {
    for (int i = 0; i < thread_rounds; ++i) {
      const int mine = value_at(world_rank(), 100 * t + i);
      MPI_Send(&mine, 1, MPI_INT, next(), t, MPI_COMM_WORLD);
    }
    const int other = (t + 1) % thread_count;
    MPI_Waitall(thread_rounds, requests[other].data(), MPI_STATUSES_IGNORE);
    for (int i = 0; i < thread_rounds; ++i)
      EXPECT_EQ(words[other][i], value_at(previous(), 100 * other + i));
  });
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, CompleteWhatOtherThreadsHaveStarted) {
  run(hands_over);
}

int flushes(int, char**) {
  initialize();
  constexpr int elements = thread_count * thread_rounds;
  std::vector<long> memory(elements, -1);
  MPI_Win win;
  MPI_Win_create(memory.data(), elements * sizeof(long), sizeof(long), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  on_threads([&](int t) {
    for (int i = 0; i < thread_rounds; ++i) {
      const long mine = value_at(world_rank(), i);
      MPI_Put(&mine, 1, MPI_LONG, next(), t * thread_rounds + i, 1, MPI_LONG, win);
      MPI_Win_flush(next(), win);
    }
  });
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int k = 0; k < elements; ++k) EXPECT_EQ(memory[k], value_at(previous(), k % thread_rounds));
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, FlushTheSameTarget) {
  run(flushes);
}

int one_thread_at_a_time(int, char**) {
  initialize(MPI_THREAD_SERIALIZED);
  int token = 0;
  for (int i = 0; i < thread_count; ++i) {
    Rank& rank = Rank::current();
    std::jthread([&] {
      const MessagingTask::OwnThread scope(rank);
      MPI_Sendrecv_replace(&token, 1, MPI_INT, next(), 0, previous(), 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    }).join();
    MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  EXPECT_EQ(token, 0);
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, CallInPlaceOfMain) {
  run(one_thread_at_a_time);
}

int one_with_threads(int, char**) {
  // Which rank begins first on a thread is not determined, so one may be refused.
  int provided = -1, token = 0;
  MPI_Init_thread(nullptr, nullptr,
                  Rank::current().id() == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED, &provided);
  for (int i = 0; i < thread_rounds; ++i)
    MPI_Sendrecv_replace(&token, 1, MPI_INT, next(), 0, previous(), 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
  EXPECT_EQ(token, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, WorkBesideRanksWithoutThem) {
  run(one_with_threads);
}

/// One thread after the other passes a word around the ring.
void pass_words(int rounds_of_ring) {
  for (int i = 0; i < rounds_of_ring; ++i) {
    int word = value_at(world_rank(), i);
    Rank& rank = Rank::current();
    std::jthread([&] {
      const MessagingTask::OwnThread scope(rank);
      MPI_Sendrecv_replace(&word, 1, MPI_INT, next(), i, previous(), i, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    }).join();
    EXPECT_EQ(word, value_at(previous(), i));
  }
}

int undeclared(int, char**) {
  MPI_Init(nullptr, nullptr);
  pass_words(thread_rounds);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, NeedNotBeDeclared) {
  run(undeclared);
}

int undeclared_later(int, char**) {
  int provided = -1, level = -1, is_main = 0, sum = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  for (int i = 0; i < thread_rounds; ++i) {
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(sum, world_size());
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    pass_words(1);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
  }
  MPI_Query_thread(&level);
  EXPECT_EQ(level, MPI_THREAD_FUNNELED);
  MPI_Is_thread_main(&is_main);
  EXPECT_TRUE(is_main);
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, BeginAfterMainHasWaited) {
  run(undeclared_later);
}

int undeclared_in_one(int, char**) {
  MPI_Init(nullptr, nullptr);
  for (int i = 0; i < thread_rounds; ++i) {
    if (world_rank() == i % 2) {
      pass_words(1);
    } else {
      int word = value_at(world_rank(), 0);
      MPI_Sendrecv_replace(&word, 1, MPI_INT, next(), 0, previous(), 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    }
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(OwnThreadsOfRanks, BeginBesideRanksWithoutThem) {
  run(undeclared_in_one);
}

int thread_is_main(int, char**) {
  Rank& rank = Rank::current();
  int provided = -1;
  std::jthread([&] {
    const MessagingTask::OwnThread scope(rank);
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
    int word = value_at(world_rank(), 0);
    MPI_Sendrecv_replace(&word, 1, MPI_INT, next(), 0, previous(), 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    EXPECT_EQ(word, value_at(previous(), 0));
    MPI_Finalize();
  }).join();
  EXPECT_EQ(provided, MPI_THREAD_MULTIPLE);
  return 0;
}
TEST_P(OwnThreadsOfRanks, InitializeMpi) {
  run(thread_is_main);
}

}  // namespace
}  // namespace bamboo::mpi
