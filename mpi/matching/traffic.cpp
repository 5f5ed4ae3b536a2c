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

[[gnu::tls_model("initial-exec")]] constinit thread_local LocalTraffic* mine = nullptr;

LocalTraffic* register_thread() {
  std::lock_guard guard(registry_lock);
  return &registry().emplace_back();
}

}  // namespace

LocalTraffic& local_traffic() {
  if (mine == nullptr) [[unlikely]]
    mine = register_thread();
  return *mine;
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
