// SPDX-License-Identifier: Apache-2.0
#include "windows.h"

#include <atomic>
#include <chrono>

namespace bamboo::overlap {
namespace {

// Threads may execute a call at the same time.
std::atomic<bamboo_window_site*> first_site{nullptr};
/// When the program's own last half returned; 0: there was none.
std::atomic<uint64_t> last_own_half{0};

uint64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void add(uint64_t& sum, uint64_t amount) {
  std::atomic_ref(sum).fetch_add(amount, std::memory_order_relaxed);
}

void list(bamboo_window_site& site) {
  const std::atomic_ref listed(site.listed);
  if (listed.load(std::memory_order_relaxed) != 0 || listed.exchange(1) != 0) return;
  site.next = first_site.load(std::memory_order_relaxed);
  while (!first_site.compare_exchange_weak(site.next, &site, std::memory_order_release)) {
  }
}

void count_execution(bamboo_window_site& site) {
  list(site);
  add(site.executions, 1);
}

/// The completion's call comes behind a window that began at `opened_at`.
void close(bamboo_window_site& site, uint64_t opened_at) {
  const uint64_t closed_at = now();
  add(site.window_ns, closed_at - opened_at);
  std::atomic_ref(site.opened_at).store(closed_at);
}

}  // namespace

const bamboo_window_site* window_sites() {
  return first_site.load(std::memory_order_acquire);
}

}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" void bamboo_window_opens(bamboo_window_site* site, uint64_t bytes, int32_t blocks) {
  count_execution(*site);
  add(site->bytes, bytes);
  add(site->blocking, blocks != 0 ? 1 : 0);
  std::atomic_ref(site->went_back).store(blocks);
  std::atomic_ref(site->opened_at).store(blocks != 0 ? 0 : now());
}

extern "C" void bamboo_window_closes(bamboo_window_site* site) {
  const uint64_t opened_at = std::atomic_ref(site->opened_at).load();
  if (opened_at != 0) close(*site, opened_at);
}

extern "C" void bamboo_window_waited(bamboo_window_site* site) {
  const uint64_t closed_at = std::atomic_ref(site->opened_at).exchange(0);
  if (closed_at != 0) add(site->wait_ns, now() - closed_at);
}

extern "C" void bamboo_window_own_starts(void) {
  last_own_half = now();
}

extern "C" void bamboo_window_own_closes(bamboo_window_site* site) {
  count_execution(*site);
  const uint64_t last = last_own_half;
  close(*site, last == 0 ? now() : last);
}

extern "C" void bamboo_window_own_waited(bamboo_window_site* site) {
  bamboo_window_waited(site);
  last_own_half = now();
}
