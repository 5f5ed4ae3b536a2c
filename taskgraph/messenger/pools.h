// SPDX-License-Identifier: Apache-2.0
// Memory that messages use over and over again, so that the steady state does not allocate.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo {

/// A part of a payload on its way from a piece to a sink, in a list. The bytes follow the chunk in
/// memory, or belong to a piece that is being delivered (`borrowed`).
struct Chunk {
  Chunk* next = nullptr;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::int8_t size_class = -1;            ///< -1: not recycled
  std::atomic<bool>* consumed = nullptr;  ///< borrowed: set when its bytes are not needed any more
};

/// Chunks by size class (powers of two), recycled. Any thread.
class ChunkPool {
 public:
  explicit ChunkPool(Threads threads)
      : lists_(lists(threads, std::make_index_sequence<classes>{})) {}
  ~ChunkPool();
  Chunk* allocate(std::size_t bytes, bool pooled);
  void release(Chunk* chunk);

 private:
  static constexpr std::size_t smallest = 64;
  static constexpr int classes = 12;                   // up to 128 KB; larger ones are not recycled
  using Lists = std::array<Guarded<Chunk*>, classes>;  // by size class
  template <std::size_t... Class>
  static Lists lists(Threads threads, std::index_sequence<Class...>) {
    return {(static_cast<void>(Class), Guarded<Chunk*>(threads))...};
  }
  Lists lists_;
};

/// Objects of one type, recycled through their member `next_free`, all freed with the pool. Any
/// thread.
template <typename T>
class ObjectPool {
 public:
  explicit ObjectPool(Threads threads) : objects_(threads) {}

  /// Returns an object that was used before, or a new one made from `arguments`.
  template <typename... Arguments>
  T* take(Arguments&... arguments) {
    const auto objects = objects_.lock();
    if (objects->free == nullptr)
      return objects->all.emplace_back(std::make_unique<T>(arguments...)).get();
    T* object = objects->free;
    objects->free = object->next_free;
    return object;
  }

  void give(T* object) {
    const auto objects = objects_.lock();
    object->next_free = objects->free;
    objects->free = object;
  }

 private:
  struct Objects {
    T* free = nullptr;
    std::vector<std::unique_ptr<T>> all;
  };
  Guarded<Objects> objects_;
};

}  // namespace bamboo
