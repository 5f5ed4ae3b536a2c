// SPDX-License-Identifier: Apache-2.0
// The settings that a thread inherits from the one that starts it.
#pragma once

#include <sched.h>

#include <csignal>

namespace bamboo {

/// The settings of a thread. A thread that replaces another one gets them, whichever thread has
/// started it.
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
