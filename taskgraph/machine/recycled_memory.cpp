// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/recycled_memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <utility>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo::recycled {
namespace {

constexpr std::size_t smallest_width = 6;        // 64 bytes
constexpr std::size_t classes = 21;              // … 64 MiB; larger blocks are not contents
constexpr std::size_t thread_bytes = 64u << 10;  // of one class that move to the store at a time
constexpr std::size_t largest_of_thread = 1u << 20;  // larger blocks go to the store at once
constexpr std::size_t store_bytes = 256u << 20;      // beyond that, memory goes back to the system

/// An unused block. It belongs to a batch, whose first block is an element of a list of batches.
struct Block {
  Block* next;
  Block* next_batch;
  std::size_t in_batch;
};

std::size_t class_of(std::size_t bytes) {
  return std::bit_width((bytes > 0 ? bytes - 1 : 0) >> smallest_width);
}
constexpr std::size_t class_bytes(std::size_t c) {
  return std::size_t{1} << (c + smallest_width);
}
/// Blocks that move between a thread and the store at a time.
constexpr std::array<std::uint32_t, classes> batch_of = [] {
  std::array<std::uint32_t, classes> result{};
  for (std::size_t c = 0; c < classes; ++c)
    result[c] = std::clamp<std::uint32_t>(thread_bytes / class_bytes(c), 1, 32);
  return result;
}();

void free_block(void* memory) {
  ::operator delete(memory, std::align_val_t{alignment});
}
void* new_block(std::size_t bytes) {
  return ::operator new(bytes, std::align_val_t{alignment});
}

/// The state that all threads share.
class Store {
 public:
  /// Returns the first block of a batch of this class; null if there is none.
  Block* take(std::size_t c) {
    const auto contents = contents_.lock();
    Block* batch = contents->batches[c];
    if (batch == nullptr) return nullptr;
    contents->batches[c] = batch->next_batch;
    contents->bytes -= batch->in_batch * class_bytes(c);
    return batch;
  }

  void give(std::size_t c, Block* batch, std::size_t count) {
    if (batch == nullptr) return;
    {
      const auto contents = contents_.lock();
      const std::size_t bytes = count * class_bytes(c);
      if (contents->bytes + bytes <= store_bytes) {
        contents->bytes += bytes;
        batch->in_batch = count;
        batch->next_batch = std::exchange(contents->batches[c], batch);
        return;
      }
    }
    while (batch != nullptr) free_block(std::exchange(batch, batch->next));
  }

  std::size_t bytes() { return contents_.lock()->bytes; }

 private:
  struct Contents {
    std::array<Block*, classes> batches{};
    std::size_t bytes = 0;
  };
  Guarded<Contents> contents_;
};

/// Never destroyed: threads give blocks back until the process ends.
Store& store() {
  static Store& store = *new Store;
  return store;
}

/// One thread's blocks of one class. The older batch stays here, so that a thread that alternates
/// between allocation and release does not access the store each time.
struct Shelf {
  Block* blocks = nullptr;
  Block* full = nullptr;  ///< a whole batch
  std::size_t count = 0;  ///< of `blocks`
};
/// It has no destructor, so that each access to it needs no check.
[[gnu::tls_model("initial-exec")]] constinit thread_local std::array<Shelf, classes> shelves{};

/// Hands a thread's blocks on when it ends.
struct ThreadEnd {
  ~ThreadEnd() {
    for (std::size_t c = 0; c < classes; ++c) {
      const Shelf shelf = std::exchange(shelves[c], {});
      store().give(c, shelf.blocks, shelf.count);
      store().give(c, shelf.full, batch_of[c]);
    }
  }
  void remember() {}
};
thread_local ThreadEnd thread_end;

/// The shelf was empty: from now on the thread has blocks to pass on at its end.
[[gnu::noinline]] void begin_shelf() {
  thread_end.remember();
}

/// The thread has no block of this class.
[[gnu::noinline]] void* refill(std::size_t c) {
  Shelf& shelf = shelves[c];
  if (shelf.full != nullptr) {
    shelf.blocks = std::exchange(shelf.full, nullptr);
    shelf.count = batch_of[c];
  } else if (Block* batch = store().take(c)) {
    shelf.blocks = batch;
    shelf.count = batch->in_batch;
  } else {
    return new_block(class_bytes(c));
  }
  thread_end.remember();
  --shelf.count;
  return std::exchange(shelf.blocks, shelf.blocks->next);
}

/// A batch is complete.
[[gnu::noinline]] void set_aside(std::size_t c) {
  Shelf& shelf = shelves[c];
  store().give(c, std::exchange(shelf.full, nullptr), batch_of[c]);
  if (class_bytes(c) > largest_of_thread)
    store().give(c, shelf.blocks, shelf.count);
  else
    shelf.full = shelf.blocks;
  shelf.blocks = nullptr;
  shelf.count = 0;
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::size_t c = class_of(bytes);
  if (c >= classes) [[unlikely]]
    return new_block(bytes);
  Shelf& shelf = shelves[c];
  if (shelf.blocks == nullptr) [[unlikely]]
    return refill(c);
  --shelf.count;
  return std::exchange(shelf.blocks, shelf.blocks->next);
}

void release(void* memory, std::size_t bytes) {
  if (memory == nullptr) return;
  const std::size_t c = class_of(bytes);
  if (c >= classes) [[unlikely]]
    return free_block(memory);
  Shelf& shelf = shelves[c];
  if (shelf.blocks == nullptr) begin_shelf();
  auto* block = static_cast<Block*>(memory);
  block->next = shelf.blocks;
  shelf.blocks = block;
  if (++shelf.count == batch_of[c]) [[unlikely]]
    set_aside(c);
}

std::size_t bytes_kept() {
  std::size_t bytes = store().bytes();
  for (std::size_t c = 0; c < classes; ++c) {
    const Shelf& shelf = shelves[c];
    bytes += class_bytes(c) * (shelf.count + (shelf.full != nullptr ? batch_of[c] : 0));
  }
  return bytes;
}

}  // namespace bamboo::recycled
