// SPDX-License-Identifier: Apache-2.0
#include "launch/roll_call.h"

#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bamboo/support/roll_call.h"
#include "bamboo/support/roll_call_desk.h"
#include "bamboo/support/roll_call_watch.h"
#include "errors/call_sites.h"
#include "rank/describe.h"
#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

using support::RankState;
using support::RollCallNews;
using support::RollCallOperation;
using support::RollCallRank;
using support::RollCallReport;

/// How long to wait for a worker that has nothing to run and can read what the ranks wait for. If
/// there is none, the ranks compute, and only their calls are known.
constexpr std::chrono::seconds patience{1};

sem_t is_roll_called;
pid_t process_of_ranks = 0;  // that of the ranks

void on_signal(int) {
  if (::getpid() == process_of_ranks)
    ::sem_post(&is_roll_called);  // not in a process that a rank has forked
}

RollCallOperation operation_of(const CallSite& call, CallSites& sites) {
  RollCallOperation operation;
  operation.function = call.function ? call.function : "";
  if (call.address) {
    const std::string place = sites.describe(call.address);
    operation.place = place.substr(place.rfind('/') + 1);  // "halo.c:82"
  }
  return operation;
}

std::string communicator_in_words(const Communicator& comm) {
  if (comm.name == "MPI_COMM_WORLD" || comm.name == "MPI_COMM_SELF") return comm.name;
  return "communicator " + (comm.name.empty() ? "" : "'" + comm.name + "' ") + "of " +
         std::to_string(comm.size()) + " rank" + (comm.size() == 1 ? "" : "s");
}

/// Peers of a communicator's calls are its ranks.
int peer_of(const Request& request) {
  if (request.peer == any_source) return support::any_argument;
  if (request.peer == no_peer) return support::null_argument;
  const Communicator* comm = communicator_of(request);
  return comm ? comm->peers().rank_of(request.peer) : request.peer;
}

void add_arguments(RollCallOperation& operation, const Request& request) {
  const int tag = request.tag == MPI_ANY_TAG ? support::any_argument : request.tag;
  if (request.is<SendRequest>()) {
    operation.to = peer_of(request);
    operation.to_tag = tag;
  } else {
    operation.from = peer_of(request);
    operation.from_tag = tag;
  }
  if (const Communicator* comm = communicator_of(request))
    operation.communicator = communicator_in_words(*comm);
}

bool is_message(const Request& request) {
  return (request.is<SendRequest>() || request.is<ReceiveRequest>()) && !request.is_step();
}

/// Describes what a rank waits for that does not run.
void add_wait(RollCallRank& to, const Rank& rank, CallSites& sites) {
  const WaitedFor& wait = rank.waited_for;
  if (wait.message) to.notes.push_back("waits for " + describe(*wait.message));
  for (const Request* request : wait.requests) {
    if (!request || request->state.is_complete()) continue;
    const bool is_own =
        !request->started_by.address || request->started_by.address == rank.call.address;
    if (is_message(*request) && is_own) {
      add_arguments(to.call, *request);
    } else if (is_message(*request)) {
      to.parts.push_back(operation_of(request->started_by, sites));
      add_arguments(to.parts.back(), *request);
    } else {
      if (const Communicator* comm = communicator_of(*request);
          comm && to.call.communicator.empty())
        to.call.communicator = communicator_in_words(*comm);
      to.notes.push_back("waits " + describe(*request));
    }
  }
}

/// The oldest message that no receive has taken.
void add_unmatched(RollCallRank& to, Rank& rank) {
  const auto in = rank.inbox.lock();
  int messages = 0;
  std::string first;
  for (const Message* m = in->mailbox.unexpected(); m; m = m->next) {
    if (CollectiveCall(m->header.label).is_one() || ++messages > 1) continue;
    first = std::to_string(m->header.bytes) + " bytes from rank " +
            std::to_string(m->header.source) + ", tag " + std::to_string(m->header.tag);
  }
  if (messages == 0) return;
  const std::string more = messages > 1 ? " (and " + std::to_string(messages - 1) + " more)" : "";
  to.notes.push_back("has not received a message of " + first + more);
}

/// Its call and since when: any thread may read this at any time.
RollCallRank call_of(const Rank& rank, CallSites& sites) {
  RollCallRank result;
  result.rank = rank.id();
  result.state = rank.call_time.in_call() ? RankState::InCall : RankState::Outside;
  result.seconds = static_cast<double>(CallTime::now() - rank.call_time.since()) * 1e-9;
  result.call = operation_of(rank.last_call(), sites);
  return result;
}

/// Names of communicators may contain the separators of the text.
std::string as_word(std::string text) {
  std::ranges::replace_if(text, [](char each) { return each == '\t' || each == '\n'; }, ' ');
  return text;
}

std::string to_text(const RollCallOperation& call) {
  std::string text = call.function;
  for (const int number : {call.to, call.to_tag, call.from, call.from_tag, call.root})
    text += '\t' + std::to_string(number);
  return text + '\t' + as_word(call.communicator) + "\t\t0\t" + as_word(call.place) + '\n';
}

std::string to_text(const RollCallReport& report) {
  std::string text(support::roll_call_news[static_cast<std::size_t>(report.news)]);
  text += '\t' + std::to_string(report.process) + '\n';
  for (const RollCallRank& rank : report.ranks) {
    text += "rank\t" + std::to_string(rank.rank) + '\t';
    text += support::rank_states[static_cast<std::size_t>(rank.state)];
    text += '\t' + std::to_string(rank.seconds) + '\t' + to_text(rank.call);
    for (const RollCallOperation& part : rank.parts) text += "part\t" + to_text(part);
    for (const std::string& note : rank.notes) text += "note\t" + as_word(note) + '\n';
  }
  return text;
}

}  // namespace

struct RollCall::Impl {
  explicit Impl(support::RollCallDesk its_desk) : desk(its_desk), watch(desk.seconds()) {}

  RollCallReport report(RollCallNews news, bool may_read_waits);
  RollCallReport report_of_worker(RollCallNews news);
  void speak(RollCallNews news);
  void serve();

  const support::RollCallDesk desk;
  support::RollCallWatch watch;
  Job* job = nullptr;
  CallSites sites;
  std::atomic<bool> is_over{false}, is_wanted{false};
  std::mutex mutex;
  std::condition_variable described;
  std::optional<RollCallReport> of_worker;
  std::thread thread;
};

RollCallReport RollCall::Impl::report(RollCallNews news, bool may_read_waits) {
  RollCallReport result{news, job->ranks.runtime().process(), {}};
  for (Rank* rank : job->local_ranks()) {
    if (rank->state.load() == Task::State::Finished) continue;
    result.ranks.push_back(call_of(*rank, sites));
    RollCallRank& said = result.ranks.back();
    if (!may_read_waits) continue;
    const std::unique_lock held(rank->slice, std::try_to_lock);
    if (!held.owns_lock()) continue;  // it runs
    if (rank->waited_for.polls) said.state = RankState::Polls;
    add_wait(said, *rank, sites);
    add_unmatched(said, *rank);
  }
  return result;
}

RollCallReport RollCall::Impl::report_of_worker(RollCallNews news) {
  std::unique_lock lock(mutex);
  of_worker.reset();
  is_wanted.store(true);
  const auto is_there = [this] { return of_worker.has_value(); };
  if (!described.wait_for(lock, patience, is_there)) {
    if (is_wanted.exchange(false)) return report(news, /*may_read_waits=*/false);
    described.wait(lock, is_there);  // a worker has begun
  }
  of_worker->news = news;
  return *std::exchange(of_worker, {});
}

void RollCall::Impl::speak(RollCallNews news) {
  const bool is_about_ranks = news == RollCallNews::Asked || news == RollCallNews::Quiet;
  desk.send(to_text(is_about_ranks ? report_of_worker(news)
                                   : RollCallReport{news, job->ranks.runtime().process(), {}}));
}

void RollCall::Impl::serve() {
  const double seconds = desk.seconds();
  const auto period = std::chrono::duration_cast<std::chrono::nanoseconds>(
      seconds > 0 ? support::RollCallWatch::period_of(seconds)
                  : std::chrono::duration<double>(3600));
  while (true) {
    timespec until{};
    ::clock_gettime(CLOCK_MONOTONIC, &until);
    const std::int64_t nanoseconds = until.tv_nsec + period.count();
    until.tv_sec += nanoseconds / 1'000'000'000;
    until.tv_nsec = nanoseconds % 1'000'000'000;
    const bool is_asked = ::sem_clockwait(&is_roll_called, CLOCK_MONOTONIC, &until) == 0;
    if (is_over) return;
    if (is_asked) {
      speak(RollCallNews::Asked);
    } else if (seconds > 0) {
      std::uint64_t changes = 0;
      for (const Rank* rank : job->local_ranks()) changes += rank->call_time.changes();
      if (const auto news = watch.look(changes, support::RollCallWatch::Clock::now())) speak(*news);
    }
  }
}

RollCall::RollCall() {
  auto desk = support::RollCallDesk::from_environment();
  if (!desk) return;
  impl_ = std::make_unique<Impl>(*desk);
  process_of_ranks = ::getpid();
  ::sem_init(&is_roll_called, 0, 0);
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  ::sigaction(SIGUSR1, &action, nullptr);
}

RollCall::~RollCall() {
  end();
}

void RollCall::begin(Job& job) {
  if (!impl_) return;
  impl_->job = &job;
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  impl_->thread = std::thread([this] { impl_->serve(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void RollCall::describe_if_asked() {
  if (!impl_ || !impl_->is_wanted.load(std::memory_order_relaxed)) [[likely]]
    return;
  if (!impl_->is_wanted.exchange(false)) return;
  RollCallReport report = impl_->report(RollCallNews::Asked, /*may_read_waits=*/true);
  const std::lock_guard lock(impl_->mutex);
  impl_->of_worker = std::move(report);
  impl_->described.notify_all();
}

void RollCall::end() {
  if (!impl_ || !impl_->thread.joinable()) return;
  impl_->is_over = true;
  ::sem_post(&is_roll_called);
  impl_->thread.join();
  if (impl_->desk.seconds() > 0) impl_->speak(RollCallNews::Ended);
}

}  // namespace bamboo::mpi
