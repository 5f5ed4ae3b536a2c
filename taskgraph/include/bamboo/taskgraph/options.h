// SPDX-License-Identifier: Apache-2.0
// Run-time options: environment variables with the prefix BAMBOO_.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace bamboo {

enum class ServiceMode { Auto, Inline, Dedicated, Relief };

struct RuntimeOptions {
  int workers = 1;                          ///< BAMBOO_WORKERS
  bool bind_workers = true;                 ///< BAMBOO_BIND=0: workers share the process's cores
  ServiceMode service = ServiceMode::Auto;  ///< BAMBOO_SERVICE=auto|inline|dedicated|relief
  std::string scheduler = "lifo";           ///< BAMBOO_SCHEDULER, see scheduler.h; or BAMBOO_ORDER
  /// BAMBOO_STACK_SIZE (bytes, or with K, M, G). from_environment(): at least `ulimit -s`.
  std::size_t stack_bytes = 8u << 20;
  bool statistics = false;             ///< BAMBOO_STATS=1
  std::string trace_file;              ///< BAMBOO_TRACE=FILE (Chrome/Perfetto JSON)
  std::size_t trace_bytes = 8u << 20;  ///< BAMBOO_TRACE_SIZE: memory of each worker's events
  double deadlock_seconds = 2.0;       ///< BAMBOO_DEADLOCK_SECONDS, 0 switches it off
  /// BAMBOO_EAGER_BUDGET: bytes that a pair of processes, or the ranks of one, may have unreceived.
  std::size_t eager_budget = 64u << 20;
  std::size_t piece_bytes = 0;  ///< BAMBOO_PIECE_BYTES; 0: what the network sends eagerly
  /// BAMBOO_DIRECT_BYTES: from this size on a message between processes of one host is read from
  /// its sender's memory. Nothing: it comes in pieces.
  std::optional<std::size_t> direct_bytes = 64u << 10;
  /// Whether one process may run as a job when a launcher announces several tasks.
  bool may_run_alone = false;
  std::string module_folder;  ///< with the transports; empty: beside this library

  /// Reads the environment. A malformed value or an unknown BAMBOO_ name: a message on stderr
  /// (unknown: a warning with the nearest name; malformed: exit code 2).
  static RuntimeOptions from_environment();
};

}  // namespace bamboo
