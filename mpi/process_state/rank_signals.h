// SPDX-License-Identifier: Apache-2.0
// Signal handlers and the signal mask of one rank. The process has one handler. It passes a signal
// to the rank that raised it, or caused it by a fault. A signal from outside goes to every rank
// that has a handler: at once to ranks that run, to the others when they run again.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>

namespace bamboo::mpi {

class ProcessState;

class RankSignals {
 public:
  /// sigaction() of the calling rank.
  static int set(ProcessState& rank, int signal, const struct sigaction* action,
                 struct sigaction* old);
  /// pthread_sigmask() of the calling rank.
  static int set_mask(ProcessState& rank, int how, const sigset_t* set, sigset_t* old);
  /// The process's own action for this signal.
  static void on_signal(int signal, siginfo_t* info, void* context);

  /// Whether a system call that a handler of the rank interrupts begins anew (SA_RESTART).
  bool restart_calls() const;

  /// Called when the rank begins to run on the calling thread, and when it stops.
  void enter();
  void leave();

  /// While this object exists, handlers of the running rank wait: the runtime holds something that
  /// they may need, such as the rank's stdout.
  class Deferred {
   public:
    Deferred();
    ~Deferred();
    Deferred(const Deferred&) = delete;
    Deferred& operator=(const Deferred&) = delete;

   private:
    RankSignals* const own_;
  };

 private:
  static RankSignals& of(ProcessState& rank);
  static void install(int signal, int flags);
  static void from_outside(int signal, ProcessState* here);

  bool handles(int signal) const { return handled_.load() >> signal & 1; }
  bool run(int signal, siginfo_t* info, void* context);
  void run_pending();
  void raise_again(std::uint64_t raised);
  void hold_blocked();

  std::array<struct sigaction, 64> actions_{};
  std::uint64_t given_ = 0;                ///< signals whose action the rank has set
  std::atomic<std::uint64_t> handled_{0};  ///< those with a function
  std::atomic<std::uint64_t> ignored_{0};
  std::atomic<std::uint64_t> pending_{0};   ///< from outside, to be handled by the rank's thread
  std::atomic<int> thread_{0};              ///< that runs the rank; 0: none
  std::uint64_t held_ = 0;                  ///< own ones that wait behind the mask of the rank
  std::atomic<int> deferrals_{0};           ///< changed by the rank's thread alone
  std::atomic<std::uint64_t> deferred_{0};  ///< own ones that came meanwhile
  bool has_mask_ = false;
  sigset_t mask_{}, thread_mask_{};
};

}  // namespace bamboo::mpi
