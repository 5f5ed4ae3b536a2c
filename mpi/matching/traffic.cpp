// SPDX-License-Identifier: Apache-2.0
#include "matching/traffic.h"

#include <list>
#include <mutex>

namespace bamboo::mpi {

namespace {

std::mutex registry_lock;
std::list<LocalTraffic>& registry() {
  static std::list<LocalTraffic> counts;
  return counts;
}

}  // namespace

LocalTraffic* register_local_traffic() {
  std::lock_guard guard(registry_lock);
  return &registry().emplace_back();
}

LocalTraffic total_local_traffic() {
  std::lock_guard guard(registry_lock);
  LocalTraffic total;
  for (const LocalTraffic& t : registry()) {
    total.messages += t.messages;
    total.bytes += t.bytes;
    total.copies += t.copies;
  }
  return total;
}

}  // namespace bamboo::mpi
