// SPDX-License-Identifier: Apache-2.0
// The outcomes of the executions of a split nest, from one to the next.
#pragma once

#include <array>
#include <chrono>
#include <mutex>

#include "nest_trial.h"
#include "row_cache.h"
#include "split_nest.h"
#include "split_outcome.h"

namespace bamboo::overlap {

/// The parts of an execution whose core ran first, and the whole of one that was timed and ran
/// whole.
struct NestTimes {
  std::chrono::nanoseconds look{}, core{}, between{}, rest{}, whole{};

  NestTimes& operator+=(const NestTimes& other) {
    look += other.look;
    core += other.core;
    between += other.between;
    rest += other.rest;
    whole += other.whole;
    return *this;
  }
};

}  // namespace bamboo::overlap

/// Threads may execute one nest together.
struct bamboo_split_history {
  explicit bamboo_split_history(const bamboo_split_site& nest) : site(nest) {}

  const bamboo_split_site& site;
  bamboo_split_history* next = nullptr;  ///< of another nest of this process
  std::mutex mutex;                      ///< protects the following members
  bamboo::overlap::NestTrials trials;
  bamboo::overlap::RowCache cache;
  std::array<uint64_t, bamboo::overlap::split_outcome_count> outcomes{};
  bamboo::overlap::NestTimes times;
};

namespace bamboo::overlap {

/// The history of the nest, created at its first execution. It is never freed.
bamboo_split_history& history_of(bamboo_split_site& site);

/// The histories of all executed nests, linked by `next`; null if there are none.
bamboo_split_history* split_histories();

}  // namespace bamboo::overlap
