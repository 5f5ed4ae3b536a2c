// SPDX-License-Identifier: Apache-2.0
#include "beside_launcher.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

namespace bamboo::driver {
namespace {

using support::HostWatchPlace;

/// The addresses under which other hosts may reach this one.
std::vector<std::string> own_addresses() {
  std::vector<std::string> found;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return found;
  for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
    const bool is_up = (entry->ifa_flags & IFF_UP) != 0 && (entry->ifa_flags & IFF_LOOPBACK) == 0;
    if (entry->ifa_addr == nullptr || !is_up || entry->ifa_addr->sa_family != AF_INET) continue;
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
    if (listener >= 0) close(listener);
    return std::nullopt;
  }
  return std::pair(listener, ntohs(address.sin_port));
}

std::string random_key() {
  std::uint64_t words[2] = {};
  if (getrandom(words, sizeof words, 0) != sizeof words) return "";
  return fmt::format("{:016x}{:016x}", words[0], words[1]);
}

/// Closes all descriptors except for stderr and these, because a reader of one of the others waits
/// until the job alone has closed it.
void close_all_but(int one, int other) {
  const int from = STDERR_FILENO + 1;
  const auto [first, second] = std::minmax(one, other);
  const auto close_between = [](int begin, int end) {
    if (begin < end) close_range(static_cast<unsigned>(begin), static_cast<unsigned>(end - 1), 0);
  };
  close_between(from, first);
  close_between(std::max(from, first + 1), second);
  close_range(static_cast<unsigned>(std::max(from, second + 1)), ~0U, 0);
}

/// Becomes a process that is not a child of the launcher, and ends when the launcher ends.
[[noreturn]] void become(const std::function<void(const BesideLauncher&)>& serve,
                         const BesideLauncher& beside) {
  for (const int ending : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1}) signal(ending, SIG_IGN);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  close_all_but(beside.listener, beside.ended);
  serve(beside);
  std::fflush(stderr);
  _exit(0);
}

}  // namespace

std::string start_beside_launcher(double seconds,
                                  const std::function<void(const BesideLauncher&)>& serve) {
  HostWatchPlace place;
  place.host = support::host_name();
  place.seconds = seconds;
  place.key = random_key();
  place.addresses = own_addresses();
  const pid_t launcher = getpid();
  const int ended = static_cast<int>(syscall(SYS_pidfd_open, launcher, 0));
  if (ended < 0) return "";
  const auto listening = listen_anywhere();
  if (!listening) {
    close(ended);
    return "";
  }
  place.port = listening->second;
  const pid_t between = fork();
  if (between == 0) {
    if (fork() != 0) _exit(0);
    become(serve, {listening->first, place, launcher, ended});
  }
  close(ended);
  close(listening->first);
  if (between < 0) return "";
  waitpid(between, nullptr, 0);
  return place.text();
}

}  // namespace bamboo::driver
