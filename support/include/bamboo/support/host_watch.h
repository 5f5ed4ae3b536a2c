// SPDX-License-Identifier: Apache-2.0
// Shared by `bamboo run` and the processes of its job, to detect an unreachable host: each process
// on another host has a TCP connection to `bamboo run`. Both ends send a byte four times a second.
// The kernel acknowledges it, also for a process that is stopped or gets no core.
#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::support {

/// Between two bytes, in either direction.
inline constexpr std::chrono::milliseconds host_watch_tick{250};
/// The bytes that `bamboo run` sends: a sign of life, and the request to end.
inline constexpr char host_watch_alive = '.';
inline constexpr char host_watch_end = 'E';

/// The address at which `bamboo run` listens. The job's processes get it in BAMBOO_HOST_WATCH:
/// HOST/PORT/SECONDS/KEY/ADDRESS[,ADDRESS…].
struct HostWatchPlace {
  std::string host;  ///< on which it runs: processes there need no connection
  std::uint16_t port = 0;
  double seconds = 0;  ///< silence after which the other end is unreachable
  std::string key;     ///< the first line that a process sends
  std::vector<std::string> addresses;

  std::string text() const {
    std::string result =
        host + '/' + std::to_string(port) + '/' + std::to_string(seconds) + '/' + key + '/';
    for (const std::string& address : addresses) result += address + ',';
    if (!addresses.empty()) result.pop_back();
    return result;
  }
  static std::optional<HostWatchPlace> of(std::string_view text) {
    std::array<std::string_view, 5> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t end = i + 1 < parts.size() ? text.find('/') : text.size();
      if (end == std::string_view::npos) return std::nullopt;
      parts[i] = text.substr(0, end);
      text.remove_prefix(i + 1 < parts.size() ? end + 1 : end);
    }
    HostWatchPlace place;
    place.host = parts[0];
    place.key = parts[3];
    if (!number(parts[1], place.port) || !number(parts[2], place.seconds)) return std::nullopt;
    for (std::string_view rest = parts[4]; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      place.addresses.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return place;
  }

 private:
  template <class Number>
  static bool number(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  }
};

inline std::string host_name() {
  char name[256] = "?";
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// Detects that the other end of a connection, to which a byte is sent at each tick, acknowledges
/// nothing any more. Both ticks and time count: if this process was stopped, or the machine slept,
/// the time alone is misleading.
class ConnectionSilence {
 public:
  using Clock = std::chrono::steady_clock;

  /// Call it at each tick, before the byte is sent.
  void look(int connection, Clock::time_point now = Clock::now()) {
    tcp_info info{};
    socklen_t size = sizeof info;
    if (::getsockopt(connection, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return;
    const auto since_last = std::chrono::milliseconds(info.tcpi_last_ack_recv);
    count(info.tcpi_unacked == 0 || since_last < now - looked_, now);
  }
  /// `answered`: nothing is unacknowledged, or something was acknowledged since the last look.
  void count(bool answered, Clock::time_point now) {
    if (answered || ticks_ == 0) {
      since_ = now;
      ticks_ = 0;
    }
    ++ticks_;
    looked_ = now;
    silence_ = now - since_;
  }
  bool is_over(double seconds) const {
    const std::chrono::duration<double> limit(seconds);
    return silence_ >= limit && ticks_ > limit / host_watch_tick / 2;
  }

 private:
  int ticks_ = 0;
  Clock::time_point since_{}, looked_{};
  Clock::duration silence_{};
};

}  // namespace bamboo::support
