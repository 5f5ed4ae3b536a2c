// SPDX-License-Identifier: Apache-2.0
#include "presence/roll_call.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "bamboo/support/roll_call.h"
#include "bamboo/support/roll_call_desk.h"
#include "bamboo/support/roll_call_watch.h"
#include "presence/code_place.h"
#include "presence/presence.h"

namespace bamboo::plans::pmpi {
namespace {

using support::RankState;
using support::RollCallNews;
using support::RollCallWriter;

constexpr std::size_t longest_report = 1 << 16;
constexpr int most_parts = 8;
/// Another thread's call is reported from this age on, in nanoseconds.
constexpr std::int64_t short_call = 1'000'000'000;

/// The process, from MPI_Init on.
struct ThisProcess {
  std::optional<support::RollCallDesk> desk;
  pid_t process = 0;
  int rank = 0;
  bool may_ask_mpi = false;  ///< whether the MPI takes no lock when it answers
  const Presence* main = nullptr;
  std::atomic_flag speaks;
  char report[longest_report];
};
ThisProcess this_process;

struct CommunicatorWords {
  char text[MPI_MAX_OBJECT_NAME + 64] = "";
};

CommunicatorWords words_of(MPI_Comm comm) {
  CommunicatorWords words;
  if (comm == MPI_COMM_NULL) return words;
  char name[MPI_MAX_OBJECT_NAME + 1] = "";
  int length = 0, size = 0;
  if (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF) {
    std::snprintf(words.text, sizeof words.text, "%s",
                  comm == MPI_COMM_WORLD ? "MPI_COMM_WORLD" : "MPI_COMM_SELF");
  } else if (!this_process.may_ask_mpi) {
    std::snprintf(words.text, sizeof words.text, "another communicator");
  } else {
    PMPI_Comm_get_name(comm, name, &length);
    PMPI_Comm_size(comm, &size);
    std::replace_if(
        name, name + length, [](char each) { return each == '\t' || each == '\n'; }, ' ');
    std::snprintf(words.text, sizeof words.text, "communicator%s%s%s of %d rank%s",
                  length > 0 ? " '" : "", name, length > 0 ? "'" : "", size, size == 1 ? "" : "s");
  }
  return words;
}

int rank_word(int rank) {
  if (rank == MPI_ANY_SOURCE) return support::any_argument;
  if (rank == MPI_PROC_NULL) return support::null_argument;
  return rank;
}

int tag_word(int tag) {
  if (tag == MPI_ANY_TAG) return support::any_argument;
  return tag == no_tag ? support::no_argument : tag;
}

void add_operation(RollCallWriter& out, const StoredCall& call) {
  const CalledFunction& function = *call.function();
  const CalledWith with = call.with();
  constexpr int none = support::no_argument;
  int numbers[5] = {none, none, none, none, none};
  const int first = rank_word(with.first), first_tag = tag_word(with.first_tag);
  switch (function.stored) {
    case Stored::Exchange:
      numbers[2] = rank_word(with.second);
      numbers[3] = tag_word(with.second_tag);
      [[fallthrough]];
    case Stored::To:
      numbers[0] = first;
      numbers[1] = first_tag;
      break;
    case Stored::From:
      numbers[2] = first;
      numbers[3] = first_tag;
      break;
    case Stored::Root:
      numbers[4] = with.first >= 0 ? with.first : none;
      break;
    case Stored::Nothing:
    case Stored::Requests:
    case Stored::FortranRequests:
    case Stored::Named:
      break;
  }
  const CodePlace place = CodePlace::of_call(call.site());
  const char* name =
      function.stored == Stored::Named ? static_cast<const char*>(with.requests) : function.name;
  out.add_operation(name, numbers, words_of(with.comm).text, place.object, place.address, "");
}

void add_parts(RollCallWriter& out, const StoredCall& call) {
  const CalledWith with = call.with();
  const bool is_fortran = call.function()->stored == Stored::FortranRequests;
  if (with.requests == nullptr) return;
  int parts = 0, unknown = 0;
  for (int i = 0; i < with.first; ++i) {
    const MPI_Request request =
        is_fortran ? PMPI_Request_f2c(static_cast<const MPI_Fint*>(with.requests)[i])
                   : static_cast<const MPI_Request*>(with.requests)[i];
    if (request == MPI_REQUEST_NULL) continue;
    const StartedRequest* started = start_of(request);
    if (started == nullptr) {
      ++unknown;
    } else if (++parts <= most_parts) {
      out.add("part\t");
      add_operation(out, started->call);
    }
  }
  if (parts > most_parts) out.add("note\tand for %d more requests\n", parts - most_parts);
  if (unknown > 0)
    out.add("note\tand for %d request%s of unknown origin\n", unknown, unknown == 1 ? "" : "s");
}

void add_thread(RollCallWriter& out, const Presence& thread, RankState state, std::int64_t now) {
  if (thread.call.function() == nullptr) return;
  const std::string_view name = support::rank_states[static_cast<std::size_t>(state)];
  out.add("rank\t%d\t%.*s\t%.3f\t", this_process.rank, static_cast<int>(name.size()), name.data(),
          static_cast<double>(now - thread.since.load(std::memory_order_relaxed)) * 1e-9);
  add_operation(out, thread.call);
  const Stored stored = thread.call.function()->stored;
  if (state == RankState::InCall &&
      (stored == Stored::Requests || stored == Stored::FortranRequests))
    add_parts(out, thread.call);
}

void add_threads(RollCallWriter& out) {
  const std::int64_t now = coarse_nanoseconds();
  for (const Presence* each = newest_presence(); each != nullptr; each = each->next) {
    const bool in_call = (each->changes.load(std::memory_order_acquire) & 1) != 0;
    const bool is_old = now - each->since.load(std::memory_order_relaxed) >= short_call;
    if (each != this_process.main && !(in_call && is_old)) continue;
    const RankState state = in_call              ? RankState::InCall
                            : each->polls.load() ? RankState::Polls
                                                 : RankState::Outside;
    add_thread(out, *each, state, now);
  }
}

/// Takes no lock and no memory: a signal handler calls it, too.
void speak(RollCallNews news) {
  if (this_process.speaks.test_and_set()) return;
  RollCallWriter out(this_process.report, sizeof this_process.report);
  const std::string_view name = support::roll_call_news[static_cast<std::size_t>(news)];
  out.add("%.*s\t%d\n", static_cast<int>(name.size()), name.data(), this_process.rank);
  if (news == RollCallNews::Asked || news == RollCallNews::Quiet) add_threads(out);
  this_process.desk->send(out.text());
  this_process.speaks.clear();
}

void on_signal() {
  if (getpid() == this_process.process) speak(RollCallNews::Asked);  // not in a forked child
}

/// Examines the threads' calls at intervals, until the MPI ends.
class Watch {
 public:
  explicit Watch(double seconds)
      : watch_(seconds), period_(support::RollCallWatch::period_of(seconds)) {}
  void run() {
    std::unique_lock lock(mutex_);
    while (!ends_.wait_for(lock, period_, [&] { return is_over_; })) look();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    ends_.notify_all();
  }

 private:
  void look() {
    std::uint64_t changes = 0;
    for (const Presence* each = newest_presence(); each != nullptr; each = each->next)
      changes += each->changes.load(std::memory_order_relaxed);
    if (const auto news = watch_.look(changes, support::RollCallWatch::Clock::now())) speak(*news);
  }

  support::RollCallWatch watch_;
  const std::chrono::duration<double> period_;
  bool is_over_ = false;
  std::mutex mutex_;
  std::condition_variable ends_;
};
Watch* the_watch = nullptr;  // its thread may exist as long as the process

void start_watch(double seconds) {
  the_watch = new Watch(seconds);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([] { the_watch->run(); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool answers_without_locks() {
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  return level != MPI_THREAD_MULTIPLE;
}

}  // namespace

void begin_roll_call(const void* site) {
  Presence& here = presence();
  here.call.store(init_function, site, {});
  here.change(coarse_nanoseconds(), 2);
  this_process.desk = support::RollCallDesk::from_environment();
  if (!this_process.desk) return;
  this_process.process = getpid();
  this_process.main = &here;
  this_process.may_ask_mpi = answers_without_locks();
  PMPI_Comm_rank(MPI_COMM_WORLD, &this_process.rank);
  using Answer = void(void (*)());
  // The library in front of the program handles the signal.
  if (auto* const answer = reinterpret_cast<Answer*>(dlsym(RTLD_DEFAULT, "bamboo_plans_answer")))
    answer(on_signal);
  if (this_process.desk->seconds() > 0) start_watch(this_process.desk->seconds());
}

void end_roll_call() {
  if (the_watch == nullptr) return;
  the_watch->end();
  speak(RollCallNews::Ended);
}

}  // namespace bamboo::plans::pmpi
