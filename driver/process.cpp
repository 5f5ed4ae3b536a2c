// SPDX-License-Identifier: Apache-2.0
#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "diagnostic.h"

extern char** environ;

namespace bamboo::driver {
namespace {

std::atomic<pid_t> current_child{0};
std::atomic<int> received_signal{0};
std::atomic<int> further_signal{0};  ///< is also passed on, but ends nothing

/// The kernel also sends a terminal's signals, such as that of Ctrl-C, to the child.
void pass_on(int signal, siginfo_t* info, void*) {
  if (signal != further_signal) received_signal = signal;
  if (const pid_t child = current_child; child > 0 && info->si_code != SI_KERNEL)
    kill(child, signal);
}

constexpr std::array<int, 3> ending_signals{SIGINT, SIGTERM, SIGHUP};

/// While a child runs, a terminating signal first ends the child, so that temporary files are
/// removed.
class SignalsPassedOn {
 public:
  SignalsPassedOn() {
    struct sigaction action = {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO;
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
      sigaction(ending_signals[i], &action, &previous_[i]);
      // The command inherits an ignored signal (nohup), and is not ended by it.
      const bool has_handler = (previous_[i].sa_flags & SA_SIGINFO) != 0;
      if (!has_handler && previous_[i].sa_handler == SIG_IGN)
        sigaction(ending_signals[i], &previous_[i], nullptr);
    }
    if (further_signal != 0) sigaction(further_signal, &action, &previous_further_);
  }
  ~SignalsPassedOn() {
    current_child = 0;
    for (std::size_t i = 0; i < ending_signals.size(); ++i)
      sigaction(ending_signals[i], &previous_[i], nullptr);
    if (further_signal != 0) sigaction(further_signal, &previous_further_, nullptr);
  }
  SignalsPassedOn(const SignalsPassedOn&) = delete;
  SignalsPassedOn& operator=(const SignalsPassedOn&) = delete;

 private:
  std::array<struct sigaction, ending_signals.size()> previous_{};
  struct sigaction previous_further_{};
};

/// Blocks these signals while it exists.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : ending_signals) sigaddset(&ending, signal);
    sigprocmask(SIG_BLOCK, &ending, &previous_);
  }
  ~SignalsBlocked() { sigprocmask(SIG_SETMASK, &previous_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t previous_{};
};

void end_if_interrupted() {
  if (const int signal = received_signal; signal != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

std::vector<char*> pointers(const Words& command) {
  std::vector<char*> result;
  for (const std::string& word : command) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void open(int target, const char* path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, target, path, flags, 0);
  }
  void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

void apply(const Redirection& redirection, FileActions& actions) {
  if (!redirection.input_file.empty())
    actions.open(STDIN_FILENO, redirection.input_file.c_str(), O_RDONLY);
  if (redirection.discard_output) actions.open(STDOUT_FILENO, "/dev/null", O_WRONLY);
  if (redirection.discard_errors) actions.open(STDERR_FILENO, "/dev/null", O_WRONLY);
}

pid_t start(const Words& command, FileActions& actions) {
  auto arguments = pointers(command);
  pid_t child = 0;
  // Children start with the default treatment of signals, not with our handlers.
  const int error =
      posix_spawnp(&child, arguments[0], actions.get(), nullptr, arguments.data(), environ);
  if (error != 0) fail("cannot run '{}': {}", command[0], std::strerror(error));
  current_child = child;
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  current_child = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe: {}", std::strerror(errno));
  }
  ~Pipe() {
    close(ends[0]);
    close_writer();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writer() {
    if (ends[1] >= 0) {
      close(ends[1]);
      ends[1] = -1;
    }
  }
  int ends[2] = {-1, -1};
};

void drain(std::vector<std::pair<int, std::string*>> sources) {
  while (!sources.empty()) {
    std::vector<pollfd> polled;
    for (const auto& [descriptor, text] : sources) polled.push_back({descriptor, POLLIN, 0});
    if (poll(polled.data(), polled.size(), -1) < 0) continue;
    for (std::size_t i = polled.size(); i-- > 0;) {
      if (polled[i].revents == 0) continue;
      char buffer[1 << 16];
      const ssize_t count = read(polled[i].fd, buffer, sizeof buffer);
      if (count > 0)
        sources[i].second->append(buffer, static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace

int run(const Words& command, const Redirection& redirection) {
  const SignalsPassedOn signals;
  FileActions actions;
  apply(redirection, actions);
  return wait_for(start(command, actions));
}

Captured run_captured(const Words& command, Capture capture, const Redirection& redirection) {
  const SignalsPassedOn signals;
  Captured result;
  Pipe output;
  Pipe errors;
  FileActions actions;
  apply(redirection, actions);
  std::vector<std::pair<int, std::string*>> sources;
  if (capture != Capture::Errors) {
    actions.duplicate(output.ends[1], STDOUT_FILENO);
    sources.emplace_back(output.ends[0], &result.output);
  }
  if (capture != Capture::Output) {
    actions.duplicate(errors.ends[1], STDERR_FILENO);
    sources.emplace_back(errors.ends[0], &result.errors);
  }
  const pid_t child = start(command, actions);
  output.close_writer();
  errors.close_writer();
  drain(std::move(sources));
  result.status = wait_for(child);
  return result;
}

void replace_process(const Words& command) {
  auto arguments = pointers(command);
  execvp(arguments[0], arguments.data());
  fail("cannot run '{}': {}", command[0], std::strerror(errno));
}

std::optional<int> continue_in_child() {
  std::fflush(nullptr);
  end_if_interrupted();
  const pid_t parent = getpid();
  auto blocked = std::make_optional<SignalsBlocked>();
  const pid_t child = fork();
  if (child < 0) fail("cannot start a process: {}", std::strerror(errno));
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(exit_failed);
    return std::nullopt;
  }
  int status = 0;
  {
    const SignalsPassedOn signals;
    current_child = child;
    blocked.reset();
    status = wait_for(child);
  }
  end_if_interrupted();
  return status;
}

void also_pass_on(int signal) {
  further_signal = signal;
}

int interrupted_by() {
  return received_signal;
}

bool is_executable_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return is_executable_file(name) ? std::optional(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string folder = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (is_executable_file(candidate)) return candidate;
  }
  return std::nullopt;
}

std::string quoted(const Words& command) {
  std::string line;
  for (const std::string& word : command) {
    if (!line.empty()) line += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=/.,:@%^") == std::string::npos;
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace bamboo::driver
