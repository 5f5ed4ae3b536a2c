// SPDX-License-Identifier: Apache-2.0
// The options of `bamboo run`.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace bamboo::driver {

/// The limit for numbers of ranks, processes and threads.
constexpr int largest_count = 1 << 20;

/// The value of --plans without one.
constexpr const char* plans_without_file = "true";

struct RunOptions {
  int ranks = 0;  ///< 0: not given
  int processes = 0;
  int vf = 0;
  int workers = 0;
  std::string service;
  std::string mpi;
  std::string launcher;
  std::string geometry;
  std::string trace;
  std::string trace_size;
  bool report = false;
  std::string plans;  ///< empty: not asked for
  bool as_is = false;
  bool deterministic = false;
  std::string network;
  std::string remember;
  std::string tune;
  bool no_tune = false;
  std::string stack_size;
  bool fresh_heap = false;
  std::string scheduler;
  std::string order;
  std::string eager_budget;
  std::string cluster;
  std::string cluster_timeout;
  std::string watch;  ///< empty: not asked for
  bool stats = false;
  bool dry_run = false;
};

/// The options of `app` are stored in `options`.
void declare(CLI::App& app, RunOptions& options);

}  // namespace bamboo::driver
