// SPDX-License-Identifier: Apache-2.0
#include "process_state/rank_signals.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <utility>

#include "process_state/process_state.h"

namespace bamboo::mpi {

namespace {

constexpr int signals = 64;  // numbers from 1 on; the last real-time signal is left to the system

/// The actions of the process for signals, before a rank asked for others. Handlers read them. The
/// address marks signals that one worker sends another.
struct {
  struct sigaction initial[signals];
  bool installed[signals];
  std::mutex install_lock;
} process_actions;

/// While this object exists, no signal interrupts the thread.
class Undisturbed {
 public:
  Undisturbed() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~Undisturbed() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGTRAP || signal == SIGSYS;
}

/// Whether the interrupted thread itself has caused the signal.
bool is_own(int signal, const siginfo_t& info) {
  if ((is_fault(signal) && info.si_code > 0) || signal == SIGPIPE) return true;
  return (info.si_code == SI_TKILL || info.si_code == SI_USER) && info.si_pid == ::getpid();
}

bool is_function(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

void call(const struct sigaction& action, int signal, siginfo_t* info, void* context) {
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
}

void take_default(int signal) {
  if (signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT) return;
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  // The signal is blocked now, and arrives when this handler returns.
  ::syscall(SYS_tgkill, ::getpid(), ::gettid(), signal);
}

/// The action where no rank has set one.
void take_initial(int signal, siginfo_t* info, void* context) {
  const struct sigaction& action = process_actions.initial[signal];
  if (is_function(action))
    call(action, signal, info, context);
  else if (action.sa_handler == SIG_DFL)
    take_default(signal);
}

void forward(int signal, int thread) {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = SI_QUEUE;
  info.si_pid = ::getpid();
  info.si_value.sival_ptr = &process_actions;
  ::syscall(SYS_rt_tgsigqueueinfo, ::getpid(), thread, signal, &info);
}

}  // namespace

RankSignals& RankSignals::of(ProcessState& rank) {
  RankSignals* own = rank.signals.load();
  if (!own) {
    own = new RankSignals;  // to the end of the process: a handler may come at any time
    own->thread_ = ::gettid();
    rank.signals = own;
  }
  return *own;
}

void RankSignals::install(int signal, int flags) {
  const std::lock_guard guard(process_actions.install_lock);
  // Do this before a handler of the process can read it.
  if (!process_actions.installed[signal])
    ::sigaction(signal, nullptr, &process_actions.initial[signal]);
  process_actions.installed[signal] = true;
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | (flags & SA_RESTART) | (is_fault(signal) ? SA_ONSTACK : 0);
  ::sigaction(signal, &action, nullptr);
}

int RankSignals::set(ProcessState& rank, int signal, const struct sigaction* action,
                     struct sigaction* old) {
  if (signal < 1 || signal >= signals || signal == SIGKILL || signal == SIGSTOP)
    return ::sigaction(signal, action, old);
  const Undisturbed undisturbed;
  RankSignals& own = of(rank);
  const std::uint64_t bit = std::uint64_t{1} << signal;
  const struct sigaction wanted = action ? *action : (struct sigaction){};
  if (old) {
    *old = own.actions_[signal];
    if (!(own.given_ & bit)) {
      // The runtime's own handlers do not belong to the program.
      ::sigaction(signal, nullptr, old);
      if (is_function(*old)) *old = {};
    }
  }
  if (!action) return 0;
  own.actions_[signal] = wanted;
  own.given_ |= bit;
  const bool function = is_function(wanted), ignores = !function && wanted.sa_handler == SIG_IGN;
  function ? own.handled_ |= bit : own.handled_ &= ~bit;
  ignores ? own.ignored_ |= bit : own.ignored_ &= ~bit;
  install(signal, wanted.sa_flags);
  return 0;
}

int RankSignals::set_mask(ProcessState& rank, int how, const sigset_t* set, sigset_t* old) {
  RankSignals& own = of(rank);
  if (set && !own.has_mask_) {
    ::pthread_sigmask(SIG_SETMASK, nullptr, &own.thread_mask_);
    own.has_mask_ = true;
  }
  return ::pthread_sigmask(how, set, old);
}

bool RankSignals::restart_calls() const {
  for (int signal = 1; signal < signals; ++signal)
    if (handles(signal) && !(actions_[signal].sa_flags & SA_RESTART)) return false;
  return true;
}

void RankSignals::enter() {
  if (has_mask_) ::pthread_sigmask(SIG_SETMASK, &mask_, &thread_mask_);
  thread_ = ::gettid();
  raise_again(std::exchange(held_, 0));
  run_pending();
}

void RankSignals::raise_again(std::uint64_t raised) {
  for (int signal = 1; raised != 0 && signal < signals; ++signal)
    if (raised >> signal & 1) ::syscall(SYS_tgkill, ::getpid(), ::gettid(), signal);
}

RankSignals::Deferred::Deferred()
    : own_([] {
        ProcessState* rank = ProcessState::current();
        return rank ? rank->signals.load(std::memory_order_relaxed) : nullptr;
      }()) {
  if (own_) own_->deferrals_ += 1;
}

RankSignals::Deferred::~Deferred() {
  if (!own_ || (own_->deferrals_ -= 1) > 0) return;
  own_->raise_again(own_->deferred_.exchange(0));
  own_->run_pending();
}

void RankSignals::leave() {
  thread_ = 0;
  if (!has_mask_) return;
  hold_blocked();
  ::pthread_sigmask(SIG_SETMASK, &thread_mask_, &mask_);
}

/// Signals that the rank has raised, and that its mask blocks, must not reach the next rank on this
/// thread.
void RankSignals::hold_blocked() {
  sigset_t waiting;
  if (::sigpending(&waiting) != 0) return;
  for (int signal = 1; signal < signals; ++signal) {
    if (!(given_ >> signal & 1) || !sigismember(&waiting, signal)) continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    const timespec at_once{};
    if (::sigtimedwait(&one, nullptr, &at_once) == signal) held_ |= std::uint64_t{1} << signal;
  }
}

/// Returns false if the rank has no function for it.
bool RankSignals::run(int signal, siginfo_t* info, void* context) {
  if (!handles(signal)) return false;
  const struct sigaction action = actions_[signal];
  if (action.sa_flags & SA_RESETHAND) {
    actions_[signal] = {};
    handled_ &= ~(std::uint64_t{1} << signal);
  }
  sigset_t blocked = action.sa_mask, own, before;
  sigemptyset(&own);
  sigaddset(&own, signal);
  if (!(action.sa_flags & SA_NODEFER)) sigaddset(&blocked, signal);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  if (action.sa_flags & SA_NODEFER) ::pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
  call(action, signal, info, context);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return true;
}

void RankSignals::run_pending() {
  if (pending_.load() == 0 || deferrals_.load() > 0) return;
  const std::uint64_t pending = pending_.exchange(0);
  for (int signal = 1; signal < signals; ++signal) {
    if (!(pending >> signal & 1)) continue;
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_USER;
    run(signal, &info, nullptr);
  }
}

void RankSignals::from_outside(int signal, ProcessState* here) {
  const std::uint64_t bit = std::uint64_t{1} << signal;
  for (ProcessState* rank : ProcessState::all()) {
    RankSignals* own = rank->signals.load();
    if (!own || !own->handles(signal)) continue;
    own->pending_ |= bit;
    const int thread = own->thread_.load();
    if (rank != here && thread != 0) forward(signal, thread);
  }
  if (RankSignals* own = here ? here->signals.load() : nullptr) own->run_pending();
}

void RankSignals::on_signal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  ProcessState* rank = ProcessState::current();
  RankSignals* own = rank ? rank->signals.load() : nullptr;
  const std::uint64_t bit = std::uint64_t{1} << signal;
  if (info->si_code == SI_QUEUE && info->si_value.sival_ptr == &process_actions) {
    // Without `own` the rank has left this thread, and handles the signal when it runs again.
    if (own) own->run_pending();
  } else if (is_fault(signal) && info->si_code > 0 && !rank) {
    take_initial(signal, info, context);  // the fault would only occur again
  } else if (rank && is_own(signal, *info)) {
    if (own && own->deferrals_.load() > 0 && own->handles(signal) &&
        !(is_fault(signal) && info->si_code > 0)) {
      own->deferred_ |= bit;
      errno = error;
      return;
    }
    const bool ignores = own && own->ignored_.load() & bit && !is_fault(signal);
    if (!ignores && !(own && own->run(signal, info, context))) take_initial(signal, info, context);
  } else if (ProcessState::all().empty()) {
    take_initial(signal, info, context);
  } else {
    bool handled = false, ignored = true;
    for (const ProcessState* each : ProcessState::all()) {
      const RankSignals* theirs = each->signals.load();
      handled |= theirs && theirs->handles(signal);
      ignored &= theirs && theirs->ignored_.load() & bit;
    }
    if (handled)
      from_outside(signal, rank);
    else if (!ignored)
      take_initial(signal, info, context);
  }
  errno = error;
}

// The services of the runtime for the functions of libc/signals.c, which are part of every image.
extern "C" {

__attribute__((visibility("default"))) int bamboo_rank_sigaction(int signal,
                                                                 const struct sigaction* action,
                                                                 struct sigaction* old) {
  ProcessState* rank = ProcessState::current();
  return rank ? RankSignals::set(*rank, signal, action, old) : ::sigaction(signal, action, old);
}

__attribute__((visibility("default"))) int bamboo_rank_sigmask(int how, const sigset_t* set,
                                                               sigset_t* old) {
  ProcessState* rank = ProcessState::current();
  return rank ? RankSignals::set_mask(*rank, how, set, old) : ::pthread_sigmask(how, set, old);
}
}

}  // namespace bamboo::mpi
