// SPDX-License-Identifier: Apache-2.0
#include "host_watch.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "../diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/host_watch.h"
#include "bamboo/support/quantity.h"
#include "beside_launcher.h"
#include "launcher_options.h"

namespace bamboo::driver {
namespace {

using support::ConnectionSilence;
using support::HostWatchPlace;
using Clock = ConnectionSilence::Clock;

constexpr std::size_t longest_line = 1 << 16;
constexpr auto grace_of_launcher = std::chrono::milliseconds(500);
/// If there is no descriptor for a connection, none is accepted for this time.
constexpr auto pause_without_descriptors = std::chrono::seconds(1);
/// A connection that has not sent the key by then does not come from a process of the job. The time
/// is counted in ticks, because this process may have been stopped itself.
constexpr int ticks_until_key = std::chrono::seconds(10) / support::host_watch_tick;

bool would_block(int error) {
  return error == EAGAIN || error == EINTR;
}

/// An open connection to a process on another host.
struct Connection {
  int descriptor = -1;
  std::string host;   ///< empty: it has not sent the key yet
  std::string state;  ///< "process 1; rank 2: MPI_Recv, rank 3: MPI_Send (last MPI calls)"
  std::string unread;
  ConnectionSilence silence;
  int ticks = 0;  ///< since it was accepted
};

/// A process whose connection ended because the other end no longer answered.
struct LostProcess {
  std::string host, state;
};

/// Whether a connection ends now, and why.
enum class End { None, Ordinary, Lost };

/// A connection takes a descriptor, and poll() refuses more entries than the soft limit.
void allow_all_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

class HostWatch {
 public:
  explicit HostWatch(const BesideLauncher& beside)
      : listener_(beside.listener),
        place_(beside.place),
        launcher_(beside.launcher),
        ended_(beside.ended) {}

  /// Runs until the launcher ends.
  void run() {
    due_ = Clock::now();
    while (true) {
      std::vector<pollfd> polled = what_may_happen();
      if (poll(polled.data(), polled.size(), milliseconds_to_wait()) < 0) {
        if (errno == EINTR) continue;
        return print_error(fmt::format("poll: {}; the loss of a host no longer ends the job",
                                       std::strerror(errno)));
      }
      if (polled[0].revents != 0) return;
      auto heard = polled.begin() + 2;
      end_those(
          [&](Connection& each) { return (heard++)->revents != 0 ? read_from(each) : End::None; });
      if (polled[1].revents != 0) accept_one();
      if (Clock::now() >= due_) {
        due_ = Clock::now() + support::host_watch_tick;
        end_those([this](Connection& each) { return tick(each); });
      }
      if (const Words gone = hosts_that_are_gone(); !gone.empty()) return end_job(gone);
    }
  }

 private:
  /// Handles the end of the launcher, then new connections, then input on the other connections.
  std::vector<pollfd> what_may_happen() const {
    const bool is_pause = Clock::now() < accept_from_;
    std::vector<pollfd> polled{{ended_, POLLIN, 0}, {is_pause ? -1 : listener_, POLLIN, 0}};
    for (const Connection& each : connections_) polled.push_back({each.descriptor, POLLIN, 0});
    return polled;
  }

  int milliseconds_to_wait() const {
    if (connections_.empty() && Clock::now() >= accept_from_) return -1;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(due_ - Clock::now());
    return std::max(0, static_cast<int>(wait.count()));
  }

  void accept_one() {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor >= 0)
      connections_.emplace_back().descriptor = descriptor;
    else if (!would_block(errno) && errno != ECONNABORTED)
      accept_from_ = Clock::now() + pause_without_descriptors;  // the listener stays readable
  }

  template <class HowItEnds>
  void end_those(HowItEnds how_it_ends) {
    for (auto each = connections_.begin(); each != connections_.end();) {
      const End end = how_it_ends(*each);
      if (end == End::None) {
        ++each;
        continue;
      }
      if (end == End::Lost && !each->host.empty()) lost_.push_back({each->host, each->state});
      close(each->descriptor);
      each = connections_.erase(each);
    }
  }

  End read_from(Connection& connection) {
    char text[4096];
    const ssize_t bytes = recv(connection.descriptor, text, sizeof text, 0);
    if (bytes < 0 && would_block(errno)) return End::None;
    if (bytes <= 0) return bytes < 0 && errno != ECONNRESET ? End::Lost : End::Ordinary;
    connection.unread.append(text, static_cast<std::size_t>(bytes));
    std::size_t begin = 0;
    for (std::size_t end; (end = connection.unread.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      if (!take_line(connection, connection.unread.substr(begin, end - begin)))
        return End::Ordinary;
    }
    connection.unread.erase(0, begin);
    return connection.unread.size() > longest_line ? End::Ordinary : End::None;
  }

  /// Returns false if the peer is not a process of the job.
  bool take_line(Connection& connection, const std::string& line) const {
    if (connection.host.empty()) {
      if (!line.starts_with(place_.key + ' ')) return false;
      connection.host = line.substr(place_.key.size() + 1);
    } else if (!line.empty()) {
      connection.state = line;
    }
    return true;
  }

  End tick(Connection& connection) const {
    if (++connection.ticks > ticks_until_key && connection.host.empty()) return End::Ordinary;
    connection.silence.look(connection.descriptor);
    if (connection.silence.is_over(place_.seconds)) return End::Lost;
    send(connection.descriptor, &support::host_watch_alive, 1, MSG_NOSIGNAL);
    return End::None;
  }

  /// Whether all connections of a host have ended, and at least one of them because the host no
  /// longer answered.
  Words hosts_that_are_gone() const {
    Words gone;
    for (const LostProcess& lost : lost_) {
      const bool is_gone =
          std::ranges::find(connections_, lost.host, &Connection::host) == connections_.end();
      if (is_gone && std::ranges::find(gone, lost.host) == gone.end()) gone.push_back(lost.host);
    }
    return gone;
  }

  void end_job(const Words& gone) {
    for (const std::string& host : gone) {
      std::string states;
      for (const LostProcess& each : lost_)
        if (each.host == host && !each.state.empty()) states += "\n  " + each.state;
      print_error(
          fmt::format("host {} is unreachable: no acknowledgement for {:g} s; the job ends{}{}",
                      host, place_.seconds, states.empty() ? "" : "; there ran", states));
    }
    for (const Connection& each : connections_)
      send(each.descriptor, &support::host_watch_end, 1, MSG_NOSIGNAL);
    kill(launcher_, SIGTERM);
    pollfd polled{ended_, POLLIN, 0};
    if (poll(&polled, 1, static_cast<int>(grace_of_launcher.count())) > 0) return;
    // It waits for the host that is unreachable.
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", launcher_));
    for (pid_t child = 0; children >> child;) kill(child, SIGKILL);
    kill(launcher_, SIGKILL);
  }

  const int listener_;
  const HostWatchPlace place_;
  const pid_t launcher_;
  const int ended_;
  Clock::time_point due_{};          ///< the next tick
  Clock::time_point accept_from_{};  ///< no connection is accepted before
  std::list<Connection> connections_;
  std::vector<LostProcess> lost_;
};

void watch_hosts_of(const BesideLauncher& beside) {
  allow_all_descriptors();
  HostWatch(beside).run();
}

}  // namespace

// The key must not be visible in command lines: the launchers take it from the environment.
void watch_hosts(Launch& launch) {
  double seconds = 10;
  support::read_variable("BAMBOO_HOST_SECONDS", seconds, support::parse_number);
  const std::string place = seconds > 0 ? start_beside_launcher(seconds, watch_hosts_of) : "";
  if (!place.empty()) {
    setenv("BAMBOO_HOST_WATCH", place.c_str(), 1);
    launch.environment_names.emplace_back("BAMBOO_HOST_WATCH");
  }
}

bool may_use_other_hosts(const Launch& launch) {
  const auto is_set = [](const char* name) { return support::environment(name).has_value(); };
  constexpr const char* lists[] = {
      "SLURM_JOB_NODELIST", "PBS_NODEFILE",    "LSB_HOSTS", "PE_HOSTFILE",
      "COBALT_NODEFILE",    "HYDRA_HOST_FILE", "FLUX_URI",  "OMPI_MCA_orte_default_hostfile"};
  return !launch.cluster_hosts.empty() || user_says(launch.launcher_options, host_lists) ||
         user_says(launch.launcher_options, host_files) || std::ranges::any_of(lists, is_set);
}

}  // namespace bamboo::driver
