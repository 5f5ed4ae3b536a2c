// SPDX-License-Identifier: Apache-2.0
#include "machine/inherited_settings.h"

#include <pthread.h>

namespace bamboo {

InheritedSettings InheritedSettings::of_calling_thread() {
  InheritedSettings found;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &found.blocked_);
  found.has_cores_ = ::sched_getaffinity(0, sizeof found.cores_, &found.cores_) == 0;
  return found;
}

void InheritedSettings::apply() const {
  ::pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
  if (has_cores_) ::sched_setaffinity(0, sizeof cores_, &cores_);
}

}  // namespace bamboo
