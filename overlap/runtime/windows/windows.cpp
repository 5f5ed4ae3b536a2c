// SPDX-License-Identifier: Apache-2.0
#include "windows.h"

#include <chrono>

namespace bamboo::overlap {
namespace {

bamboo_window_site* first_site = nullptr;
uint64_t last_own_half = 0;  ///< when the program's own last half returned; 0: there was none

uint64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void count_execution(bamboo_window_site& site) {
  if (site.listed == 0) {
    site.listed = 1;
    site.next = first_site;
    first_site = &site;
  }
  ++site.executions;
}

}  // namespace

const bamboo_window_site* window_sites() {
  return first_site;
}

}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" void bamboo_window_opens(bamboo_window_site* site, uint64_t bytes, int32_t blocks) {
  count_execution(*site);
  site->bytes += bytes;
  site->blocking += blocks != 0 ? 1 : 0;
  site->went_back = blocks;
  site->opened_at = blocks != 0 ? 0 : now();
}

extern "C" void bamboo_window_closes(bamboo_window_site* site) {
  if (site->opened_at == 0) return;
  const uint64_t closed_at = now();
  site->window_ns += closed_at - site->opened_at;
  site->opened_at = closed_at;
}

extern "C" void bamboo_window_waited(bamboo_window_site* site) {
  if (site->opened_at == 0) return;
  site->wait_ns += now() - site->opened_at;
  site->opened_at = 0;
}

extern "C" void bamboo_window_own_starts(void) {
  last_own_half = now();
}

extern "C" void bamboo_window_own_closes(bamboo_window_site* site) {
  count_execution(*site);
  site->opened_at = last_own_half == 0 ? now() : last_own_half;
  bamboo_window_closes(site);
}

extern "C" void bamboo_window_own_waited(bamboo_window_site* site) {
  bamboo_window_waited(site);
  last_own_half = now();
}
