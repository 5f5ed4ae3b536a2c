// SPDX-License-Identifier: Apache-2.0
// Announces stack switches to AddressSanitizer and ThreadSanitizer, where the executable has one of
// them: a program may be compiled with a sanitizer, and this library without. Otherwise these
// functions do nothing.
#pragma once

#include <cstddef>

// <sanitizer/common_interface_defs.h>, asan_interface.h and tsan_interface.h declare the same.
extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** shadow, const void* bottom,
                                                  std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* shadow, const void** bottom,
                                                   std::size_t* bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* memory, std::size_t bytes);
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

namespace bamboo::sanitizer {

/// A stack that was left without unwinding still has its variables' red zones marked.
inline void forget_stack(const void* bottom, std::size_t bytes) {
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(bottom, bytes);
}

/// Call it before a jump to another stack. A null `shadow` means that the current stack is never
/// used again.
inline void start_switch(void** shadow, const void* bottom, std::size_t bytes) {
  if (__sanitizer_start_switch_fiber) __sanitizer_start_switch_fiber(shadow, bottom, bytes);
}

/// Call it first after a jump. `shadow` is the value that start_switch() stored for this stack, or
/// null the first time. Stores the bounds of the stack that control came from.
inline void finish_switch(void* shadow, const void** bottom, std::size_t* bytes) {
  if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(shadow, bottom, bytes);
}

/// ThreadSanitizer is there.
inline bool watches_threads() {
  return __tsan_create_fiber != nullptr;
}

// ThreadSanitizer counts calls and returns for each fiber, so the function that switches must not
// itself return on the other side.
inline void* create_fiber() {
  return watches_threads() ? __tsan_create_fiber(0) : nullptr;
}
inline void destroy_fiber(void* fiber) {
  if (watches_threads()) __tsan_destroy_fiber(fiber);
}
inline void* current_fiber() {
  return watches_threads() ? __tsan_get_current_fiber() : nullptr;
}
[[gnu::always_inline]] inline void switch_to_fiber(void* fiber) {
  if (watches_threads()) __tsan_switch_to_fiber(fiber, 0);
}

}  // namespace bamboo::sanitizer
