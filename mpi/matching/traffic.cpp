// SPDX-License-Identifier: Apache-2.0
#include "matching/traffic.h"

#include <list>
#include <mutex>

namespace bamboo::mpi {

namespace {

struct {
  std::mutex lock;
  std::list<LocalTraffic> counts;
} registry;

}  // namespace

LocalTraffic* register_local_traffic() {
  const std::lock_guard guard(registry.lock);
  return &registry.counts.emplace_back();
}

LocalTraffic total_local_traffic() {
  const std::lock_guard guard(registry.lock);
  LocalTraffic total;
  for (const LocalTraffic& t : registry.counts) {
    total.messages += t.messages;
    total.bytes += t.bytes;
    total.copies += t.copies;
  }
  return total;
}

}  // namespace bamboo::mpi
