// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "datagrams/wire.h"

namespace bamboo::plans::multicast {

/// A datagram that came before its broadcast was started here.
struct Early {
  std::vector<std::byte> bytes;
  bool by_multicast = false;
};

/// Those of one group. What exceeds the limit is lost: it will be asked for again.
class EarlyDatagrams {
 public:
  void add(const Header& header, std::span<const std::byte> bytes, bool by_multicast) {
    auto& early = by_operation_[header.operation];
    if (header.kind != Kind::Data) {
      // The last word of each member is enough.
      std::erase_if(early, [&](const Early& other) {
        const Header before = parse(other.bytes)->header;
        const bool is_same = before.sender == header.sender && before.kind == header.kind;
        bytes_ -= is_same ? other.bytes.size() : 0;
        return is_same;
      });
    }
    if (bytes_ + bytes.size() > most_bytes) return;
    bytes_ += bytes.size();
    early.push_back({{bytes.begin(), bytes.end()}, by_multicast});
  }
  bool contains(std::uint32_t operation) const { return by_operation_.contains(operation); }
  std::deque<Early> take(std::uint32_t operation) {
    const auto found = by_operation_.find(operation);
    if (found == by_operation_.end()) return {};
    std::deque<Early> early = std::move(found->second);
    by_operation_.erase(found);
    for (const Early& each : early) bytes_ -= each.bytes.size();
    return early;
  }

 private:
  static constexpr std::size_t most_bytes = 4 << 20;
  std::map<std::uint32_t, std::deque<Early>> by_operation_;
  std::size_t bytes_ = 0;
};

}  // namespace bamboo::plans::multicast
