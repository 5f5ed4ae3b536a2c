// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rendezvous.h"

namespace bamboo::plans::multicast::tool {

/// The rival of multicast: a binomial tree of TCP connections with member 0 at its root, as MPIs
/// use it for short messages.
class TcpTree {
 public:
  explicit TcpTree(Rendezvous& all, const std::string& own_host);
  void broadcast(void* buffer, std::size_t bytes);

 private:
  std::optional<Connection> parent_;
  std::vector<Connection> children_;  // the one with the largest tree below it first
};

}  // namespace bamboo::plans::multicast::tool
