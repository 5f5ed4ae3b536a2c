// SPDX-License-Identifier: Apache-2.0
// The settings that a thread inherits from the one that starts it.
#pragma once

#include <sched.h>

#include <csignal>

namespace bamboo {

/// A thread that takes the place of another one has that one's settings, whichever thread starts
/// it.
class InheritedSettings {
 public:
  static InheritedSettings of_calling_thread();
  void apply() const;

 private:
  sigset_t blocked_{};      ///< signals
  cpu_set_t cores_{};       ///< on which it may run
  bool has_cores_ = false;  ///< false: the machine has more than the set can name
};

}  // namespace bamboo
