// SPDX-License-Identifier: Apache-2.0
// The place at which `bamboo run` hears the job's processes when it calls the roll.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "bamboo/support/environment.h"
#include "bamboo/support/host_watch.h"

namespace bamboo::support {

class RollCallDesk {
 public:
  /// Nothing if no `bamboo run` has started this process. The variable has the form of
  /// BAMBOO_HOST_WATCH; its seconds are those of --watch, 0 without.
  static std::optional<RollCallDesk> from_environment() {
    const auto text = environment("BAMBOO_ROLL_CALL");
    const auto place = text ? HostWatchPlace::of(*text) : std::nullopt;
    if (!place || place->key.size() >= longest_key) return std::nullopt;
    RollCallDesk desk;
    desk.seconds_ = place->seconds;
    desk.key_length_ = place->key.copy(desk.key_.data(), longest_key);
    desk.key_[desk.key_length_++] = '\n';
    if (place->host == host_name()) desk.add("127.0.0.1", place->port);
    for (const std::string& address : place->addresses) desk.add(address, place->port);
    return desk;
  }

  /// After so many seconds without progress a process speaks unasked; 0: never.
  double seconds() const { return seconds_; }

  /// Returns false if no process listens. Signal handlers may call it.
  bool send(std::string_view text) const noexcept {
    const int error = errno;
    bool done = false;
    for (std::size_t i = 0; i < used_ && !done; ++i) {
      const int socket = connect_to(addresses_[i]);
      if (socket < 0) continue;
      done = send_all(socket, {key_.data(), key_length_}) && send_all(socket, text);
      ::close(socket);
    }
    errno = error;
    return done;
  }

 private:
  static constexpr std::size_t longest_key = 64;
  static constexpr int milliseconds_to_connect = 2000;

  void add(const std::string& text, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (used_ < addresses_.size() && ::inet_pton(AF_INET, text.c_str(), &address.sin_addr) == 1)
      addresses_[used_++] = address;
  }

  static bool is_ready(int socket) noexcept {
    pollfd polled{socket, POLLOUT, 0};
    int ready = 0;
    while ((ready = ::poll(&polled, 1, milliseconds_to_connect)) < 0 && errno == EINTR) {
    }
    return ready == 1;
  }

  /// Returns a negative number if no process listens.
  static int connect_to(const sockaddr_in& address) noexcept {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0) return -1;
    const int begun =
        ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    int error = begun == 0 || errno == EINPROGRESS || errno == EINTR ? 0 : errno;
    socklen_t size = sizeof error;
    if (error == 0 && is_ready(socket) &&
        ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0)
      return socket;
    ::close(socket);
    return -1;
  }

  static bool send_all(int socket, std::string_view text) noexcept {
    while (!text.empty()) {
      const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent > 0)
        text.remove_prefix(static_cast<std::size_t>(sent));
      else if (errno != EINTR && (errno != EAGAIN || !is_ready(socket)))
        return false;
    }
    return true;
  }

  std::array<sockaddr_in, 16> addresses_{};
  std::size_t used_ = 0;
  std::array<char, longest_key + 1> key_{};
  std::size_t key_length_ = 0;
  double seconds_ = 0;
};

}  // namespace bamboo::support
