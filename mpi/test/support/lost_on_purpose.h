// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define FINDS_LEAKS
#endif
#endif

namespace bamboo::mpi {

/// While this object exists, memory of operations that the program never completes, and of messages
/// that it never receives, is no leak. It applies to the thread that made the object.
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
