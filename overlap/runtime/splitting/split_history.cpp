// SPDX-License-Identifier: Apache-2.0
#include "split_history.h"

#include <atomic>
#include <memory>

namespace bamboo::overlap {
namespace {

std::atomic<bamboo_split_history*> first_history{nullptr};

}  // namespace

bamboo_split_history& history_of(bamboo_split_site& site) {
  const std::atomic_ref known(site.history);
  bamboo_split_history* found = known.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  auto made = std::make_unique<bamboo_split_history>(site);
  if (!known.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) return *found;
  made->next = first_history.load(std::memory_order_relaxed);
  while (!first_history.compare_exchange_weak(made->next, made.get(), std::memory_order_acq_rel)) {
  }
  return *made.release();
}

bamboo_split_history* split_histories() {
  return first_history.load(std::memory_order_acquire);
}

}  // namespace bamboo::overlap
