// SPDX-License-Identifier: Apache-2.0
#include "forcing/later_communicators.h"

#include <atomic>

namespace bamboo::plans::pmpi {
namespace {

std::atomic<bool> has_one = false;

}  // namespace

void note_later_communicator() {
  has_one.store(true, std::memory_order_relaxed);
}

bool has_later_communicators() {
  return has_one.load(std::memory_order_relaxed);
}

}  // namespace bamboo::plans::pmpi
