// SPDX-License-Identifier: Apache-2.0
#include "host_watch.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "../diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/host_watch.h"
#include "launcher_options.h"

namespace bamboo::driver {
namespace {

using support::ConnectionSilence;
using support::HostWatchPlace;
using Clock = ConnectionSilence::Clock;

constexpr std::size_t kLongestLine = 1 << 16;
constexpr auto kGraceOfLauncher = std::chrono::milliseconds(500);

bool would_block(int error) {
  return error == EAGAIN || error == EINTR;
}

/// Under which other hosts may find this one.
std::vector<std::string> own_addresses() {
  std::vector<std::string> found;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) {
    return found;
  }
  for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
    const bool is_up = (entry->ifa_flags & IFF_UP) != 0 && (entry->ifa_flags & IFF_LOOPBACK) == 0;
    if (entry->ifa_addr == nullptr || !is_up || entry->ifa_addr->sa_family != AF_INET) {
      continue;
    }
    char text[INET_ADDRSTRLEN] = "";
    const auto* address = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
    inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
    found.emplace_back(text);
  }
  freeifaddrs(list);
  return found;
}

/// A socket that listens to all hosts, and its port.
std::optional<std::pair<int, std::uint16_t>> listen_anywhere() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (listener < 0 || bind(listener, any, size) != 0 || listen(listener, SOMAXCONN) != 0 ||
      getsockname(listener, any, &size) != 0) {
    if (listener >= 0) {
      close(listener);
    }
    return std::nullopt;
  }
  return std::pair(listener, ntohs(address.sin_port));
}

std::string random_key() {
  std::uint64_t words[2] = {};
  if (getrandom(words, sizeof words, 0) != sizeof words) {
    return "";
  }
  return fmt::format("{:016x}{:016x}", words[0], words[1]);
}

/// A process on another host.
struct Connection {
  int descriptor = -1;
  std::string host;   ///< empty: it has not said the key yet
  std::string state;  ///< "process 1; rank 2: MPI_Recv, rank 3: MPI_Send (last MPI calls)"
  std::string unread;
  ConnectionSilence silence;
  enum class End { None, Ordinary, Lost } end = End::None;
};

class HostWatch {
 public:
  HostWatch(int listener, HostWatchPlace place, pid_t launcher)
      : listener_(listener), place_(std::move(place)), launcher_(launcher) {}

  /// Until the launcher ends.
  void run() {
    const int ended = static_cast<int>(syscall(SYS_pidfd_open, launcher_, 0));
    if (ended < 0) {
      return;
    }
    auto due = Clock::now();
    while (true) {
      std::vector<pollfd> polled{{ended, POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const Connection& each : connections_) {
        polled.push_back({each.descriptor, POLLIN, 0});
      }
      const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(due - Clock::now());
      poll(polled.data(), polled.size(),
           connections_.empty() ? -1 : std::max(0, static_cast<int>(wait.count())));
      if (polled[0].revents != 0) {
        return;
      }
      auto heard = polled.begin() + 2;
      for (Connection& each : connections_) {
        if ((heard++)->revents != 0) {
          read_from(each);
        }
      }
      if (polled[1].revents != 0) {
        accept_one();
      }
      if (Clock::now() >= due) {
        due = Clock::now() + support::kHostWatchTick;
        tick();
      }
      if (const Words gone = hosts_that_are_gone(); !gone.empty()) {
        return end_job(gone, ended);
      }
    }
  }

 private:
  void accept_one() {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor >= 0) {
      connections_.emplace_back().descriptor = descriptor;
    }
  }

  static void finish(Connection& connection, Connection::End end) {
    connection.end = end;
    close(connection.descriptor);
    connection.descriptor = -1;
  }

  void read_from(Connection& connection) {
    char text[4096];
    const ssize_t bytes = recv(connection.descriptor, text, sizeof text, 0);
    if (bytes < 0 && would_block(errno)) {
      return;
    }
    if (bytes <= 0) {
      const bool lost = bytes < 0 && errno != ECONNRESET;
      return finish(connection, lost ? Connection::End::Lost : Connection::End::Ordinary);
    }
    connection.unread.append(text, static_cast<std::size_t>(bytes));
    std::size_t begin = 0;
    for (std::size_t end; (end = connection.unread.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      read_line(connection, connection.unread.substr(begin, end - begin));
    }
    connection.unread.erase(0, begin);
    if (connection.unread.size() > kLongestLine) {
      finish(connection, Connection::End::Ordinary);
    }
  }

  void read_line(Connection& connection, const std::string& line) {
    if (!connection.host.empty()) {
      if (!line.empty()) {
        connection.state = line;
      }
    } else if (line.starts_with(place_.key + ' ')) {
      connection.host = line.substr(place_.key.size() + 1);
    } else if (connection.descriptor >= 0) {
      finish(connection, Connection::End::Ordinary);
    }
  }

  void tick() {
    for (Connection& each : connections_) {
      if (each.descriptor < 0) {
        continue;
      }
      each.silence.look(each.descriptor);
      if (each.silence.is_over(place_.seconds)) {
        finish(each, Connection::End::Lost);
      } else {
        send(each.descriptor, &support::kHostWatchAlive, 1, MSG_NOSIGNAL);
      }
    }
  }

  /// All connections of a host ended, and one of them because nothing came back.
  Words hosts_that_are_gone() const {
    Words gone;
    for (const Connection& lost : connections_) {
      const bool is_gone = lost.end == Connection::End::Lost && !lost.host.empty() &&
                           std::ranges::none_of(connections_, [&](const Connection& other) {
                             return other.host == lost.host && other.descriptor >= 0;
                           });
      if (is_gone && std::ranges::find(gone, lost.host) == gone.end()) {
        gone.push_back(lost.host);
      }
    }
    return gone;
  }

  void end_job(const Words& gone, int ended) {
    for (const std::string& host : gone) {
      std::string states;
      for (const Connection& each : connections_) {
        if (each.host == host && each.end == Connection::End::Lost && !each.state.empty()) {
          states += "\n  " + each.state;
        }
      }
      print_error(
          fmt::format("host {} is gone: for {:g} s it has acknowledged nothing; the job ends{}{}",
                      host, place_.seconds, states.empty() ? "" : "; there ran", states));
    }
    for (const Connection& each : connections_) {
      if (each.descriptor >= 0) {
        send(each.descriptor, &support::kHostWatchEnd, 1, MSG_NOSIGNAL);
      }
    }
    kill(launcher_, SIGTERM);
    pollfd polled{ended, POLLIN, 0};
    if (poll(&polled, 1, static_cast<int>(kGraceOfLauncher.count())) > 0) {
      return;
    }
    // It waits for the host that is gone.
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", launcher_));
    for (pid_t child = 0; children >> child;) {
      kill(child, SIGKILL);
    }
    kill(launcher_, SIGKILL);
  }

  const int listener_;
  const HostWatchPlace place_;
  const pid_t launcher_;
  std::list<Connection> connections_;
};

/// Becomes a process that is no child of the launcher, and lives no longer than it.
[[noreturn]] void become_watch(int listener, const HostWatchPlace& place, pid_t launcher) {
  for (const int ending : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    signal(ending, SIG_IGN);
  }
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  HostWatch(listener, place, launcher).run();
  std::fflush(stderr);
  _exit(0);
}

}  // namespace

std::string watch_hosts(double seconds) {
  HostWatchPlace place;
  place.host = support::host_name();
  place.seconds = seconds;
  place.key = random_key();
  place.addresses = own_addresses();
  const auto listening = listen_anywhere();
  if (!listening) {
    return "";
  }
  place.port = listening->second;
  const pid_t launcher = getpid();
  const pid_t between = fork();
  if (between == 0) {
    if (fork() != 0) {
      _exit(0);
    }
    become_watch(listening->first, place, launcher);
  }
  close(listening->first);
  if (between < 0) {
    return "";
  }
  waitpid(between, nullptr, 0);
  return place.text();
}

bool may_use_other_hosts(const Launch& launch) {
  const auto is_set = [](const char* name) { return support::environment(name).has_value(); };
  constexpr const char* lists[] = {
      "SLURM_JOB_NODELIST", "PBS_NODEFILE",    "LSB_HOSTS", "PE_HOSTFILE",
      "COBALT_NODEFILE",    "HYDRA_HOST_FILE", "FLUX_URI",  "OMPI_MCA_orte_default_hostfile"};
  return !launch.cluster_hosts.empty() || user_says(launch.launcher_options, kHostLists) ||
         user_says(launch.launcher_options, kHostFiles) || std::ranges::any_of(lists, is_set);
}

}  // namespace bamboo::driver
