// SPDX-License-Identifier: Apache-2.0
// A process's connection to `bamboo run` on another host. Each end detects that the other's host is
// unreachable.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "bamboo/support/host_watch.h"

namespace bamboo::mpi {

class HostLink {
 public:
  enum class News {
    None,
    End,   ///< another host is unreachable: the job ends
    Gone,  ///< the host of `bamboo run` is unreachable, or this host has left the network
  };

  /// Empty: `bamboo run` has not started the job, or is on this host.
  static std::optional<HostLink> from_environment();
  HostLink(HostLink&& other) noexcept;
  HostLink& operator=(HostLink&&) = delete;
  ~HostLink();

  /// Readable, or connected, when poll() says so; -1: there is no connection.
  int descriptor() const { return socket_; }
  short events() const;
  /// Something happened on the descriptor.
  News hear();
  /// Call it once in a host_watch_tick. `state` describes the process, its ranks and their calls.
  News tick(const std::string& state);

 private:
  explicit HostLink(support::HostWatchPlace place);
  void connect_to_next();
  void close();
  void say(const std::string& text);

  support::HostWatchPlace place_;
  std::size_t next_address_ = 0;
  int socket_ = -1;
  bool connected_ = false;
  int ticks_ = 0;  ///< since the connection was begun
  std::string unsent_, reported_;
  support::ConnectionSilence silence_;
};

}  // namespace bamboo::mpi
