// SPDX-License-Identifier: Apache-2.0
// Memory that is used over and over again, so that the steady state of a program does not allocate.
#pragma once

#include <cstddef>
#include <vector>

namespace bamboo::recycled {

/// The alignment of each block: a cache line.
inline constexpr std::size_t alignment = 64;

/// Returns a block of at least `bytes`; block sizes are powers of two. Each thread caches a few
/// blocks of each size without a lock. Further blocks go to a bounded store that all threads share.
void* allocate(std::size_t bytes);
/// Frees a block of `bytes`, on any thread. A null pointer is allowed.
void release(void* memory, std::size_t bytes);
/// Bytes that wait for their next use: the calling thread's and the shared ones.
std::size_t bytes_kept();

/// A standard allocator of such blocks.
template <class T>
struct Allocator {
  using value_type = T;
  Allocator() = default;
  template <class Other>
  explicit(false) Allocator(const Allocator<Other>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(recycled::allocate(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) { recycled::release(memory, n * sizeof(T)); }
  bool operator==(const Allocator&) const { return true; }
};
template <class T>
using Vector = std::vector<T, Allocator<T>>;

/// Base class: objects of derived classes are allocated in such blocks.
struct Object {
  static void* operator new(std::size_t bytes) { return allocate(bytes); }
  static void operator delete(void* memory, std::size_t bytes) { release(memory, bytes); }
};

}  // namespace bamboo::recycled
