// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define FINDS_LEAKS
#endif
#endif

namespace bamboo::mpi {

/// What a program never completes, and never receives, is lost with its process: no leak as long as
/// this lives. On the thread that made it.
class LostOnPurpose {
 public:
  LostOnPurpose() {
#ifdef FINDS_LEAKS
    __lsan_disable();
#endif
  }
  ~LostOnPurpose() {
#ifdef FINDS_LEAKS
    __lsan_enable();
#endif
  }
  LostOnPurpose(const LostOnPurpose&) = delete;
  LostOnPurpose& operator=(const LostOnPurpose&) = delete;
};

}  // namespace bamboo::mpi
