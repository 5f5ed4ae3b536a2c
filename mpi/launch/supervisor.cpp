// SPDX-License-Identifier: Apache-2.0
#include "launch/supervisor.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/host_watch.h"
#include "bamboo/taskgraph/internal/launching_mpi.h"
#include "launch/host_link.h"
#include "rank/shared_calls.h"

namespace bamboo::mpi {

namespace {

bool has_debugger() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("TracerPid:")) return std::atoi(line.c_str() + 10) != 0;
  return false;
}

/// A debugger has started the launcher, and attaches to the processes that the launcher knows. Open
/// MPI 4 sets a variable in these processes.
bool has_parallel_debugger() {
  return std::getenv("OMPI_MCA_orte_in_parallel_debugger") != nullptr;
}

bool has_threads() {
  std::error_code unknown;
  const std::filesystem::directory_iterator threads("/proc/self/task", unknown);
  return unknown || std::distance(begin(threads), end(threads)) > 1;
}

SharedCalls* share(int ranks) {
  const std::size_t bytes = sizeof(RankCall) * (ranks + 1) + sizeof(SharedCalls);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* calls = static_cast<RankCall*>(memory);
  std::uninitialized_default_construct_n(calls, ranks);
  auto* shared = new (calls + ranks) SharedCalls;
  shared->calls = {calls, static_cast<std::size_t>(ranks)};
  return shared;
}

std::string ranks_and_calls(const SharedCalls& shared) {
  std::string text;
  for (const RankCall& call : shared.calls.first(shared.used.load(std::memory_order_acquire))) {
    text += (text.empty() ? "; rank " : ", rank ") + std::to_string(call.rank) + ": ";
    text += call.last.function ? call.last.function : "no MPI call yet";
  }
  return text.empty() ? "" : text + " (last MPI calls)";
}

std::string name_of(const SharedCalls& shared) {
  const int process = shared.process;
  return process >= 0 ? "process " + std::to_string(process) : "a process";
}

void report(const SharedCalls& shared, int signal) {
  support::error("%s on %s was ended by signal %d (%s)%s%s", name_of(shared).c_str(),
                 support::host_name().c_str(), signal, strsignal(signal),
                 signal == SIGKILL ? ", as when memory runs out" : "",
                 ranks_and_calls(shared).c_str());
}

/// Ends this process by the signal that has ended the child, without a core file.
[[noreturn]] void end_by(int signal) {
  const rlimit no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  sigset_t mine;
  sigemptyset(&mine);
  sigaddset(&mine, signal);
  ::signal(signal, SIG_DFL);
  ::sigprocmask(SIG_UNBLOCK, &mine, nullptr);
  ::raise(signal);
  ::_exit(128 + signal);
}

/// Waits for signals, all of which are blocked, and for input from the connection to another host,
/// if there is one.
class Events {
 public:
  explicit Events(const sigset_t& signals) : signals_(signals) {
    if (link_) descriptor_ = ::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  /// The next signal; 0: there is none.
  int wait(const SharedCalls& shared) {
    if (descriptor_ < 0) return ::sigwaitinfo(&signals_, nullptr);
    std::array<pollfd, 2> polled{
        {{descriptor_, POLLIN, 0}, {link_->descriptor(), link_->events(), 0}}};
    const auto until_tick = due_ - Clock::now();
    ::poll(polled.data(), polled.size(),
           std::max(0, static_cast<int>(until_tick / std::chrono::milliseconds(1))));
    if (polled[1].revents != 0) consider(link_->hear());
    if (Clock::now() >= due_) {
      due_ = Clock::now() + support::host_watch_tick;
      consider(link_->tick(name_of(shared) + ranks_and_calls(shared)));
    }
    signalfd_siginfo info{};
    return ::read(descriptor_, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                                  : 0;
  }
  /// Whether a host is unreachable, so that the job must end.
  bool end() const { return end_; }

 private:
  using Clock = std::chrono::steady_clock;
  void consider(HostLink::News news) { end_ = end_ || news != HostLink::News::None; }

  const sigset_t& signals_;
  std::optional<HostLink> link_ = HostLink::from_environment();
  int descriptor_ = -1;
  Clock::time_point due_ = Clock::now();
  bool end_ = false;
};

/// Waits for the child. If a signal from outside has ended the job, the launcher knows that, and
/// this process reports nothing.
[[noreturn]] void watch(pid_t child, const SharedCalls& shared, const sigset_t& all) {
  bool asked_to_end = false;
  Events events(all);
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child && WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
    if (ended == child) {
      if (!asked_to_end) report(shared, WTERMSIG(status));
      end_by(WTERMSIG(status));
    }
    const int signal = events.wait(shared);
    if (events.end()) {
      asked_to_end = true;
      ::kill(child, SIGKILL);
    }
    if (signal <= 0 || signal == SIGCHLD) continue;
    asked_to_end = asked_to_end || signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
    ::kill(child, signal);
  }
}

}  // namespace

SharedCalls* supervise(int ranks) {
  if (launching_mpi().empty() || has_debugger() || has_parallel_debugger() || has_threads())
    return nullptr;
  SharedCalls* shared = share(ranks);
  if (!shared) return nullptr;
  sigset_t all, before;
  sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, &before);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child > 0) watch(child, *shared, all);
  if (child == 0) {
    // The parent passes a signal to the child once, also if the signal was sent to the whole group.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return child == 0 ? shared : nullptr;
}

}  // namespace bamboo::mpi
