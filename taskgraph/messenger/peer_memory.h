// SPDX-License-Identifier: Apache-2.0
// Memory of the other processes of this host. A receiver copies a large message from the sender's
// buffer to its own, in one copy, where the kernel permits it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"
#include "transport/transport.h"

namespace bamboo {

/// Which processes this one may read, and which ones read it. Any thread may use it.
class PeerMemory {
 public:
  /// How two processes may use each other's memory.
  struct Peer {
    pid_t id = 0;           ///< of a process that this one may read; 0: it may not
    bool reads_us = false;  ///< that process may read this one
  };

  /// No process may read another one's memory.
  PeerMemory() = default;
  /// Payloads of `least` bytes and more are read from processes of this host. Nothing: none are.
  PeerMemory(std::vector<Peer> peers, std::optional<std::size_t> least)
      : peers_(std::move(peers)), least_(least) {}
  /// Tries it with all processes of this host. Collective, before the first piece is sent.
  static PeerMemory find(Transport& transport, std::optional<std::size_t> least);

  bool is_wanted(ProcessId receiver, std::uint64_t bytes) const {
    return static_cast<std::size_t>(receiver) < peers_.size() && peers_[receiver].reads_us &&
           least_ && bytes >= *least_;
  }
  /// Fills `to` with the memory at this address of a process. Returns false if the kernel refuses.
  bool read(ProcessId from, std::uint64_t address, std::span<std::byte> to) const;
  /// Why this process may not read others of its host. Empty: it may, or there are none.
  const std::string& refusal() const { return refusal_; }

 private:
  std::vector<Peer> peers_;  // by process
  std::optional<std::size_t> least_;
  std::string refusal_;
};

}  // namespace bamboo
