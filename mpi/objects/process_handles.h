// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "bamboo/taskgraph/internal/spin_lock.h"

namespace bamboo::mpi {

/// The objects behind handles of one kind, for all ranks of the process. A handle is a slot's
/// number and how often the slot was used before: one that was freed, or never given out, is found
/// out. Looking up takes no lock; making and freeing do.
template <class T>
class ProcessHandles {
 public:
  ProcessHandles() = default;
  ProcessHandles(const ProcessHandles&) = delete;
  ProcessHandles& operator=(const ProcessHandles&) = delete;
  ~ProcessHandles() {
    for (auto& chunk : chunks_) delete[] chunk.load();
  }

  /// A handle with one reference.
  std::uintptr_t add(std::shared_ptr<T> object) {
    const std::lock_guard guard(lock_);
    std::uint32_t index;
    if (free_.empty()) {
      index = used_++;
      const Position p = position(index);
      if (!chunks_[p.chunk]) chunks_[p.chunk] = new Slot[first_chunk << p.chunk];
    } else {
      index = free_.back();
      free_.pop_back();
    }
    Slot& slot = *at(index);
    slot.references = 1;
    slot.object.store(object.get(), std::memory_order_relaxed);
    slot.keeper = std::move(object);
    const std::uintptr_t handle = first_handle + (slot.generation++ << slot_bits | index);
    slot.handle.store(handle, std::memory_order_release);
    return handle;
  }

  /// Returns null if the handle is not live.
  T* find(std::uintptr_t handle) const {
    Slot* slot = live(handle);
    return slot ? slot->object.load(std::memory_order_relaxed) : nullptr;
  }
  std::shared_ptr<T> share(std::uintptr_t handle) const {
    Slot* slot = live(handle);
    return slot ? slot->keeper : nullptr;
  }

  void retain(std::uintptr_t handle) {
    const std::lock_guard guard(lock_);
    if (Slot* slot = live(handle)) slot->references++;
  }

  /// Drops one reference; the last one frees the handle.
  void release(std::uintptr_t handle) {
    std::shared_ptr<T> last;  // destroyed outside of the lock
    const std::lock_guard guard(lock_);
    Slot* slot = live(handle);
    if (!slot || --slot->references) return;
    slot->handle.store(0, std::memory_order_release);
    last.swap(slot->keeper);
    free_.push_back(static_cast<std::uint32_t>((handle - first_handle) & slot_mask));
  }

 private:
  // Values below are the standard ABI's predefined handles.
  static constexpr std::uintptr_t first_handle = 0x1000;
  static constexpr unsigned slot_bits = 24;
  static constexpr std::uintptr_t slot_mask = (std::uintptr_t{1} << slot_bits) - 1;
  static constexpr std::uint32_t first_chunk = 64;

  struct Slot {
    std::atomic<std::uintptr_t> handle{0};  ///< 0: free
    std::atomic<T*> object{nullptr};
    std::shared_ptr<T> keeper;
    std::uintptr_t generation = 0;
    int references = 0;
  };
  struct Position {
    unsigned chunk;
    std::uint32_t offset;
  };

  // Chunk k has 64 * 2^k slots, so slots never move and nothing is reserved that is not needed.
  static Position position(std::uint32_t index) {
    const unsigned chunk = std::bit_width(index / first_chunk + 1) - 1;
    return {chunk, index - first_chunk * ((1u << chunk) - 1)};
  }
  Slot* at(std::uint32_t index) const {
    const Position p = position(index);
    Slot* chunk = chunks_[p.chunk].load(std::memory_order_acquire);
    return chunk ? chunk + p.offset : nullptr;
  }
  Slot* live(std::uintptr_t handle) const {
    if (handle < first_handle) return nullptr;
    Slot* slot = at(static_cast<std::uint32_t>((handle - first_handle) & slot_mask));
    return slot && slot->handle.load(std::memory_order_acquire) == handle ? slot : nullptr;
  }

  SpinLock lock_;
  std::array<std::atomic<Slot*>, 19> chunks_{};
  std::vector<std::uint32_t> free_;
  std::uint32_t used_ = 0;
};

/// Predefined handles are small numbers.
template <class Handle>
std::uintptr_t handle_value(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}

}  // namespace bamboo::mpi
