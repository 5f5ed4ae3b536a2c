// SPDX-License-Identifier: Apache-2.0
#include "launch/host_link.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "bamboo/support/environment.h"

namespace bamboo::mpi {

namespace {

constexpr int ticks_to_connect = 20;  // then the next address
constexpr int ticks_between_states = 4;

union Address {
  sockaddr any;
  sockaddr_in four;
  sockaddr_in6 six;
};

/// The size; 0: it is no address.
socklen_t parse(const std::string& text, std::uint16_t port, Address& address) {
  std::memset(&address, 0, sizeof address);
  if (::inet_pton(AF_INET, text.c_str(), &address.four.sin_addr) == 1) {
    address.four.sin_family = AF_INET;
    address.four.sin_port = htons(port);
    return sizeof address.four;
  }
  if (::inet_pton(AF_INET6, text.c_str(), &address.six.sin6_addr) == 1) {
    address.six.sin6_family = AF_INET6;
    address.six.sin6_port = htons(port);
    return sizeof address.six;
  }
  return 0;
}

bool would_block(int error) {
  return error == EAGAIN || error == EINTR || error == EINPROGRESS;
}

}  // namespace

std::optional<HostLink> HostLink::from_environment() {
  const auto text = support::environment("BAMBOO_HOST_WATCH");
  const auto place = text ? support::HostWatchPlace::of(*text) : std::nullopt;
  if (!place || place->host == support::host_name()) return std::nullopt;
  return HostLink(*place);
}

HostLink::HostLink(support::HostWatchPlace place) : place_(std::move(place)) {
  connect_to_next();
}

HostLink::HostLink(HostLink&& other) noexcept
    : place_(std::move(other.place_)),
      next_address_(other.next_address_),
      socket_(std::exchange(other.socket_, -1)),
      connected_(other.connected_),
      ticks_(other.ticks_),
      unsent_(std::move(other.unsent_)),
      reported_(std::move(other.reported_)),
      silence_(other.silence_) {}

HostLink::~HostLink() {
  close();
}

void HostLink::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  connected_ = false;
}

void HostLink::connect_to_next() {
  close();
  while (socket_ < 0 && next_address_ < place_.addresses.size()) {
    Address address;
    const socklen_t size = parse(place_.addresses[next_address_++], place_.port, address);
    if (size == 0) continue;
    socket_ = ::socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ >= 0 && ::connect(socket_, &address.any, size) != 0 && !would_block(errno)) close();
  }
  ticks_ = 0;
}

short HostLink::events() const {
  return connected_ ? POLLIN : POLLOUT;
}

HostLink::News HostLink::hear() {
  if (!connected_) {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
      connect_to_next();
    } else {
      connected_ = true;
      reported_.clear();
      unsent_ = place_.key + ' ' + support::host_name() + '\n';
      say("");
    }
    return News::None;
  }
  char text[256];
  const ssize_t bytes = ::recv(socket_, text, sizeof text, 0);
  if (bytes > 0) return std::memchr(text, support::host_watch_end, bytes) ? News::End : News::None;
  if (bytes < 0 && would_block(errno)) return News::None;
  const bool lost = bytes < 0 && errno != ECONNRESET;
  close();  // else `bamboo run` has ended, and the launcher ends the job
  return lost ? News::Gone : News::None;
}

void HostLink::say(const std::string& text) {
  unsent_ += text;
  while (!unsent_.empty()) {
    const ssize_t bytes = ::send(socket_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (bytes <= 0) return;
    unsent_.erase(0, static_cast<std::size_t>(bytes));
  }
}

HostLink::News HostLink::tick(const std::string& state) {
  if (socket_ < 0) return News::None;
  ++ticks_;
  if (!connected_) {
    if (ticks_ > ticks_to_connect) connect_to_next();
    return News::None;
  }
  silence_.look(socket_);
  if (silence_.is_over(place_.seconds)) {
    close();
    return News::Gone;
  }
  if (!unsent_.empty()) {
    say("");
  } else if (ticks_ % ticks_between_states == 1 && state != reported_) {
    say(state + '\n');
    reported_ = state;
  } else {
    say("\n");
  }
  return News::None;
}

}  // namespace bamboo::mpi
