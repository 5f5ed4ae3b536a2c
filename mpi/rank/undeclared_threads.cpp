// SPDX-License-Identifier: Apache-2.0
#include "rank/undeclared_threads.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "errors/end_job.h"
#include "errors/misuse.h"
#include "errors/source_location.h"
#include "process_state/alternate_signal_stack.h"
#include "process_state/file_context.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

/// Why a rank cannot have its own threads now.
enum class Refusal {
  MainIsInMpi,       ///< it may continue on another thread
  OthersNeedThread,  ///< other ranks of the process that have run on it
};

/// Its thread_local data, and the locks that it holds, belong to the thread of this worker.
bool needs_thread_of(const Rank& rank, int worker) {
  if (rank.own_threads()) return false;
  const Task::State state = rank.state.load(std::memory_order_relaxed);
  if (state == Task::State::Created || state == Task::State::Finished) return false;
  return rank.pinned_worker.load(std::memory_order_relaxed) == worker;
}

bool others_need_thread_of(const Rank& rank, int worker) {
  return std::ranges::any_of(ProcessState::all(), [&](const ProcessState* state) {
    const auto& other = static_cast<const Rank&>(state->task);
    return &other != &rank && needs_thread_of(other, worker);
  });
}

void begin_worker() {
  use_alternate_signal_stack();
  FileContext::begin_worker();
}

std::optional<Refusal> begin_own_threads(Rank& rank) {
  static std::mutex one_at_a_time;
  const std::lock_guard guard(one_at_a_time);
  if (rank.own_threads()) return std::nullopt;
  const int worker = rank.graph().runtime().worker_of(rank);
  if (worker < 0) return Refusal::MainIsInMpi;
  if (others_need_thread_of(rank, worker)) return Refusal::OthersNeedThread;
  rank.keep_thread_of(worker, begin_worker);
  return std::nullopt;
}

std::string why(Refusal refusal, const Rank& rank) {
  if (refusal == Refusal::OthersNeedThread)
    return "whose thread other ranks of the process have used, which have thread_local data or "
           "hold locks: ask for MPI_THREAD_SERIALIZED, or run with VF 1";
  return std::string("which is in ") + (rank.call.function ? rank.call.function : "MPI") + " (at " +
         describe_call_site(rank.call.address) +
         "): two threads in MPI at a time need MPI_THREAD_MULTIPLE, and the rank has " +
         thread_level_name(rank.life.thread_level);
}

}  // namespace

void let_thread_in(Rank& rank, const char* function, void* call_site) {
  // The thread that calls MPI_Init is the main thread, by MPI's definition.
  const bool is_misuse = rank.life.phase != Phase::BeforeInit;
  const auto text = [&] {
    return std::string(function) + " is called (at " + describe_call_site(call_site) +
           ") on another thread than the one that runs main(), ";
  };
  const auto needs = [&] {
    return std::string("which needs MPI_THREAD_SERIALIZED: the rank has ") +
           thread_level_name(rank.life.thread_level);
  };
  if (is_misuse && is_strict()) {
    support::error("rank %d: %s%s", rank.id(), text().c_str(), needs().c_str());
    end_job(1);
  }
  if (const auto refusal = begin_own_threads(rank)) {
    support::error("rank %d: %s%s", rank.id(), text().c_str(), why(*refusal, rank).c_str());
    end_job(1);
  }
  if (is_misuse && is_first(Misuse::UndeclaredThread)) warn_of_misuse(rank.id(), text() + needs());
}

void keep_thread_of_region(Rank& rank) {
  if (begin_own_threads(rank)) {
    support::error(
        "rank %d waits in %s inside of an OpenMP parallel region (at %s), on a thread that other "
        "ranks of the process have used, which have thread_local data or hold locks: ask for "
        "MPI_THREAD_SERIALIZED, call it outside of the region, or run with VF 1",
        rank.id(), rank.call.function, describe_call_site(rank.call.address).c_str());
    end_job(1);
  }
  rank.own_threads()->enter();
}

}  // namespace bamboo::mpi
