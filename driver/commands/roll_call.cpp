// SPDX-License-Identifier: Apache-2.0
#include "roll_call.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "../diagnostic.h"
#include "beside_launcher.h"
#include "roll_call_desk.h"
#include "roll_call_text.h"
#include "source_lines.h"

namespace bamboo::driver {
namespace {

using Clock = RollCallDesk::Clock;

constexpr std::size_t longest_answer = 1 << 24;
/// If there is no descriptor for a connection, none is accepted for this time. A connection that
/// sends nothing for this time does not come from a process of the job.
constexpr std::chrono::seconds pause{1}, longest_silence{10};

struct Answer {
  int descriptor = -1;
  std::string text;
  Clock::time_point heard = Clock::now();
};

/// Collects and prints the roll calls of one job.
class Caller {
 public:
  Caller(const BesideLauncher& beside, int processes)
      : beside_(beside), desk_(processes, beside.place.seconds) {}

  /// Runs until the launcher ends.
  void run() {
    while (true) {
      std::vector<pollfd> polled = what_may_happen();
      if (poll(polled.data(), polled.size(), milliseconds_to_wait()) < 0 && errno != EINTR) return;
      if (polled[0].revents != 0) return;
      auto heard = polled.begin() + 2;
      answers_.remove_if([&](Answer& each) { return !goes_on(each, (heard++)->revents != 0); });
      if (polled[1].revents != 0) accept_one();
      if (auto due = desk_.due(Clock::now())) print(std::move(*due));
    }
  }

 private:
  /// Handles the end of the launcher, then new connections, then input on the other connections.
  std::vector<pollfd> what_may_happen() const {
    const bool is_pause = Clock::now() < accept_from_;
    std::vector<pollfd> polled{{beside_.ended, POLLIN, 0},
                               {is_pause ? -1 : beside_.listener, POLLIN, 0}};
    for (const Answer& each : answers_) polled.push_back({each.descriptor, POLLIN, 0});
    return polled;
  }

  int milliseconds_to_wait() const {
    const bool looks_again = !answers_.empty() || Clock::now() < accept_from_;
    const auto next = desk_.next();
    if (!next) return looks_again ? 1000 : -1;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()).count();
    return static_cast<int>(std::clamp<long>(wait, 0, 1000));
  }

  void accept_one() {
    const int descriptor =
        accept4(beside_.listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor >= 0)
      answers_.emplace_back().descriptor = descriptor;
    else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
      accept_from_ = Clock::now() + pause;  // the listener stays readable
  }

  bool goes_on(Answer& answer, bool has_more) {
    if (!has_more && Clock::now() - answer.heard < longest_silence) return true;
    char part[1 << 14];
    const ssize_t bytes = has_more ? recv(answer.descriptor, part, sizeof part, 0) : -1;
    if (bytes < 0 && has_more && (errno == EAGAIN || errno == EINTR)) return true;
    if (bytes > 0) {
      answer.heard = Clock::now();
      answer.text.append(part, static_cast<std::size_t>(bytes));
      if (answer.text.size() < longest_answer) return true;
    } else if (bytes == 0) {
      take(answer.text);
    }
    close(answer.descriptor);
    return false;
  }

  void take(const std::string& text) {
    const std::string key = beside_.place.key + '\n';
    if (!text.starts_with(key)) return;
    if (auto report = support::parse_roll_call(std::string_view(text).substr(key.size())))
      desk_.take(std::move(*report), Clock::now());
  }

  void print(RollCallDesk::RollCall call) const {
    SourceLines lines;
    for (support::RollCallRank& rank : call.ranks) {
      lines.want(rank.call);
      for (support::RollCallOperation& part : rank.parts) lines.want(part);
    }
    lines.look_up();
    std::string text = call.is_asked
                           ? "bamboo: roll call\n"
                           : fmt::format(
                                 "bamboo: roll call: no call of MPI has begun or ended for "
                                 "{:g} s\n",
                                 beside_.place.seconds);
    if (!call.missing.empty()) {
      text += fmt::format("  process{} {}: no answer\n", call.missing.size() == 1 ? "" : "es",
                          list_of(call.missing));
    }
    text += describe(call.ranks);
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t written = write(STDERR_FILENO, rest.data(), rest.size());
      if (written < 0 && errno != EINTR) return;
      rest.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
  }

  const BesideLauncher& beside_;
  RollCallDesk desk_;
  std::list<Answer> answers_;
  Clock::time_point accept_from_{};  ///< no connection is accepted before
};

}  // namespace

// The key must not be visible in command lines: the launchers take it from the environment.
void call_roll(Launch& launch, double watch) {
  const int processes = launch.processes;
  const std::string place = start_beside_launcher(
      watch, [processes](const BesideLauncher& beside) { Caller(beside, processes).run(); });
  if (!place.empty()) {
    setenv("BAMBOO_ROLL_CALL", place.c_str(), 1);
    launch.environment_names.emplace_back("BAMBOO_ROLL_CALL");
  }
}

}  // namespace bamboo::driver
