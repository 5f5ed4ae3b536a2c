// SPDX-License-Identifier: Apache-2.0
#include "sockets/memberships.h"

#include <algorithm>

namespace bamboo::plans::multicast {

bool Memberships::hold(std::uint32_t ip) {
  if (const auto found = entries_.find(ip); found != entries_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second.place);
    ++found->second.holders;
    return true;
  }
  if (entries_.size() >= limit_ && !evict()) return false;
  // The kernel's limit may be lower than ours.
  while (!socket_.join(ip))
    if (!evict()) return false;
  ++statistics_.joins;
  by_use_.push_front(ip);
  entries_[ip] = {by_use_.begin(), 1};
  return true;
}

void Memberships::release(std::uint32_t ip) {
  if (const auto found = entries_.find(ip); found != entries_.end() && found->second.holders > 0)
    --found->second.holders;
}

void Memberships::forget(std::uint32_t ip) {
  const auto found = entries_.find(ip);
  if (found != entries_.end() && found->second.holders == 0) {
    socket_.leave(ip);
    by_use_.erase(found->second.place);
    entries_.erase(found);
  }
}

void Memberships::renew(std::uint32_t ip) {
  if (entries_.contains(ip)) {
    socket_.leave(ip);
    socket_.join(ip);
  }
}

bool Memberships::evict() {
  const auto idle = std::find_if(by_use_.rbegin(), by_use_.rend(),
                                 [&](std::uint32_t ip) { return entries_[ip].holders == 0; });
  if (idle == by_use_.rend()) return false;
  forget(*idle);
  ++statistics_.evictions;
  return true;
}

}  // namespace bamboo::plans::multicast
