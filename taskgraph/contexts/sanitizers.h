// SPDX-License-Identifier: Apache-2.0
// Announces stack switches to AddressSanitizer and ThreadSanitizer. Without a sanitizer every
// function here is empty.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define BAMBOO_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BAMBOO_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define BAMBOO_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BAMBOO_TSAN 1
#endif
#endif

#ifdef BAMBOO_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef BAMBOO_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace bamboo::sanitizer {

/// A stack that was left without unwinding still has its variables' red zones marked.
inline void forget_stack([[maybe_unused]] const void* bottom, [[maybe_unused]] std::size_t bytes) {
#ifdef BAMBOO_ASAN
  ASAN_UNPOISON_MEMORY_REGION(bottom, bytes);
#endif
}

/// Call it before a jump to another stack. A null `shadow` means that the current stack is never
/// used again.
inline void start_switch([[maybe_unused]] void** shadow, [[maybe_unused]] const void* bottom,
                         [[maybe_unused]] std::size_t bytes) {
#ifdef BAMBOO_ASAN
  __sanitizer_start_switch_fiber(shadow, bottom, bytes);
#endif
}

/// Call it first after a jump. `shadow` is the value that start_switch() stored for this stack, or
/// null the first time. Stores the bounds of the stack that control came from.
inline void finish_switch([[maybe_unused]] void* shadow, [[maybe_unused]] const void** bottom,
                          [[maybe_unused]] std::size_t* bytes) {
#ifdef BAMBOO_ASAN
  __sanitizer_finish_switch_fiber(shadow, bottom, bytes);
#endif
}

#ifdef BAMBOO_TSAN
// ThreadSanitizer counts calls and returns for each fiber, so the function that switches must not
// itself return on the other side.
inline void* create_fiber() {
  return __tsan_create_fiber(0);
}
inline void destroy_fiber(void* fiber) {
  __tsan_destroy_fiber(fiber);
}
inline void* current_fiber() {
  return __tsan_get_current_fiber();
}
[[gnu::always_inline]] inline void switch_to_fiber(void* fiber) {
  __tsan_switch_to_fiber(fiber, 0);
}
#else
inline void* create_fiber() {
  return nullptr;
}
inline void destroy_fiber(void*) {}
inline void* current_fiber() {
  return nullptr;
}
inline void switch_to_fiber(void*) {}
#endif

}  // namespace bamboo::sanitizer
