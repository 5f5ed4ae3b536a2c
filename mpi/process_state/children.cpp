// SPDX-License-Identifier: Apache-2.0
// Processes that ranks fork. For the kernel they are children of the process; a rank's waits return
// only those that the rank has forked. A thread that a rank has started waits for processes that
// such threads have forked.
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <vector>

#include "process_state/libc_function.h"
#include "process_state/process_state.h"
#include "process_state/rank_signals.h"

namespace bamboo::mpi {

namespace {

/// The children of this process that have not been waited for. While the rank holds the lock,
/// handlers of its signals are deferred, because a handler of SIGCHLD may wait for children.
class Children {
 public:
  void add(pid_t child) {
    const RankSignals::Deferred deferred;
    const std::lock_guard guard(lock_);
    owners_[child] = ProcessState::current();
  }
  void remove(pid_t child) {
    const RankSignals::Deferred deferred;
    const std::lock_guard guard(lock_);
    owners_.erase(child);
  }
  bool is_of_another(pid_t child) {
    const RankSignals::Deferred deferred;
    const std::lock_guard guard(lock_);
    const auto found = owners_.find(child);
    return found != owners_.end() && found->second != ProcessState::current();
  }
  /// The caller's processes that `which` selects, as in waitpid(): -1 means all, 0 and less than -1
  /// a process group.
  std::vector<pid_t> own(pid_t which) {
    const pid_t group = which == 0 ? ::getpgrp() : -which;
    const RankSignals::Deferred deferred;
    const std::lock_guard guard(lock_);
    std::vector<pid_t> found;
    for (const auto& [child, owner] : owners_)
      if (owner == ProcessState::current() && (which == -1 || ::getpgid(child) == group))
        found.push_back(child);
    return found;
  }
  static Children& of_process() {
    static auto* children = new Children;  // never destroyed: ranks may end later
    return *children;
  }

 private:
  std::mutex lock_;
  std::map<pid_t, const ProcessState*> owners_;
};

/// Waits until one of them may have changed. Returns false when a signal has interrupted it.
bool await_change(const std::vector<pid_t>& children, int options) {
  const bool wants_stops = options & (WSTOPPED | WCONTINUED);
  if (children.size() == 1) {
    siginfo_t info{};
    const int wanted = WEXITED | WNOWAIT | (options & (WSTOPPED | WCONTINUED));
    static auto* const real = libc_function<int(idtype_t, id_t, siginfo_t*, int)>("waitid");
    return real(P_PID, static_cast<id_t>(children.front()), &info, wanted) == 0 || errno != EINTR;
  }
  std::vector<pollfd> ends;
  for (const pid_t child : children)
    ends.push_back({static_cast<int>(::syscall(SYS_pidfd_open, child, 0)), POLLIN, 0});
  bool all_known = true;
  for (const pollfd& end : ends) all_known = all_known && end.fd >= 0;
  constexpr int look_again_ms = 10;  // nothing reports a stopped process
  const bool is_quiet =
      ::poll(ends.data(), ends.size(), wants_stops || !all_known ? look_again_ms : -1) >= 0;
  const int error = errno;
  for (const pollfd& end : ends)
    if (end.fd >= 0) ::close(end.fd);
  errno = error;
  if (is_quiet || error != EINTR) return true;
  const ProcessState* rank = ProcessState::current();
  const RankSignals* handlers = rank ? rank->signals.load() : nullptr;
  return !handlers || handlers->restart_calls();
}

/// `look(child)` returns the child, 0 if nothing has changed, or -1 if the kernel has no such
/// child. Returns the first child that has changed, 0 with WNOHANG, or -1 and sets errno.
template <class Look>
pid_t wait_for_own(pid_t which, int options, Look look) {
  for (;;) {
    std::vector<pid_t> remaining;
    for (const pid_t child : Children::of_process().own(which)) {
      const pid_t found = look(child);
      if (found > 0) return found;
      found == 0 ? remaining.push_back(child) : Children::of_process().remove(child);
    }
    if (remaining.empty()) {
      errno = ECHILD;
      return -1;
    }
    if (options & WNOHANG) return 0;
    if (!await_change(remaining, options)) return -1;
  }
}

pid_t wait_status(pid_t which, int* status, int options, rusage* usage) {
  static auto* const real = libc_function<pid_t(pid_t, int*, int, rusage*)>("wait4");
  if (!ProcessState::is_shared()) return real(which, status, options, usage);
  int what = 0;
  const auto take = [&](pid_t child, int how) {
    const pid_t found = real(child, &what, how, usage);
    if (found > 0 && (WIFEXITED(what) || WIFSIGNALED(what))) Children::of_process().remove(found);
    return found;
  };
  pid_t found = -1;
  if (which <= 0) {
    found =
        wait_for_own(which, options, [&](pid_t child) { return take(child, options | WNOHANG); });
  } else if (Children::of_process().is_of_another(which)) {
    errno = ECHILD;
  } else {
    found = take(which, options);
  }
  if (found > 0 && status) *status = what;
  return found;
}

int wait_information(idtype_t type, id_t id, siginfo_t* information, int options) {
  static auto* const real = libc_function<int(idtype_t, id_t, siginfo_t*, int)>("waitid");
  const bool is_child_or_group = type == P_ALL || type == P_PID || type == P_PGID;
  if (!is_child_or_group || !ProcessState::is_shared()) return real(type, id, information, options);
  siginfo_t what{};
  const auto take = [&](pid_t child, int how) {
    const int result = real(P_PID, static_cast<id_t>(child), &what, how);
    const bool has_ended =
        what.si_code == CLD_EXITED || what.si_code == CLD_KILLED || what.si_code == CLD_DUMPED;
    if (result == 0 && what.si_pid != 0 && has_ended && !(options & WNOWAIT))
      Children::of_process().remove(child);
    return result == 0 ? what.si_pid : -1;
  };
  pid_t found = -1;
  const auto number = static_cast<pid_t>(id);
  if (type != P_PID) {
    found = wait_for_own(type == P_ALL ? -1 : -number, options,
                         [&](pid_t child) { return take(child, options | WNOHANG); });
  } else if (Children::of_process().is_of_another(number)) {
    errno = ECHILD;
  } else {
    found = take(number, options);
  }
  if (found < 0) return -1;
  if (information) *information = what;
  return 0;
}

/// A child of the calling rank. Returns the child's number. The caller defers signal handlers
/// before it makes the child, so that the handler of SIGCHLD finds the child here.
pid_t remember(pid_t child) {
  if (child > 0 && ProcessState::is_shared()) Children::of_process().add(child);
  return child;
}

using Spawn = int(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
                  char* const[], char* const[]);

template <class... Arguments>
int spawn(Spawn* real, pid_t* child, Arguments... arguments) {
  pid_t started = 0;
  const RankSignals::Deferred deferred;
  const int error = real(&started, arguments...);
  if (error != 0) return error;
  remember(started);
  if (child) *child = started;
  return 0;
}

}  // namespace

// These replace functions of the C library for programs and all of their libraries.
#define BAMBOO_EXPORT __attribute__((visibility("default")))

extern "C" {

BAMBOO_EXPORT pid_t fork() noexcept {
  static auto* const real = libc_function<pid_t()>("fork");
  const RankSignals::Deferred deferred;
  return remember(real());
}
/// A forked child gets a copy of the memory.
BAMBOO_EXPORT pid_t vfork() noexcept {
  return fork();
}
BAMBOO_EXPORT int posix_spawn(pid_t* child, const char* path,
                              const posix_spawn_file_actions_t* actions,
                              const posix_spawnattr_t* attributes, char* const arguments[],
                              char* const environment[]) {
  static auto* const real = libc_function<Spawn>("posix_spawn");
  return spawn(real, child, path, actions, attributes, arguments, environment);
}
BAMBOO_EXPORT int posix_spawnp(pid_t* child, const char* file,
                               const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const arguments[],
                               char* const environment[]) {
  static auto* const real = libc_function<Spawn>("posix_spawnp");
  return spawn(real, child, file, actions, attributes, arguments, environment);
}

BAMBOO_EXPORT pid_t wait(int* status) {
  return wait_status(-1, status, 0, nullptr);
}
BAMBOO_EXPORT pid_t waitpid(pid_t which, int* status, int options) {
  return wait_status(which, status, options, nullptr);
}
BAMBOO_EXPORT pid_t wait3(int* status, int options, rusage* usage) {
  return wait_status(-1, status, options, usage);
}
BAMBOO_EXPORT pid_t wait4(pid_t which, int* status, int options, rusage* usage) {
  return wait_status(which, status, options, usage);
}
BAMBOO_EXPORT int waitid(idtype_t type, id_t id, siginfo_t* information, int options) {
  return wait_information(type, id, information, options);
}
}

}  // namespace bamboo::mpi
