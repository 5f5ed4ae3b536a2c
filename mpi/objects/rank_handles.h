// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace bamboo::mpi {

/// The objects (requests, matched messages) behind one rank's handles. A handle is a slot's number
/// and how often the slot was used before, so that one that was never set, or whose object is over,
/// is found out. No lock: only the rank itself comes here.
template <class Object, class Handle>
class RankHandles {
 public:
  Handle add(Object* object) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(slots_.size()));
      slots_.emplace_back();
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    Slot& slot = slots_[index];
    slot.object = object;
    slot.handle = first_handle + (++slot.uses << slot_bits | index);
    return reinterpret_cast<Handle>(slot.handle);
  }

  /// Returns null if the handle is not live.
  Object* find(Handle handle) const {
    const std::uint64_t value = reinterpret_cast<std::uintptr_t>(handle);
    const std::uint64_t index = (value - first_handle) & (max_slots - 1);
    return index < slots_.size() && slots_[index].handle == value ? slots_[index].object : nullptr;
  }

  /// A live handle's slot, which no other live handle has; -1: it is not live.
  int slot_of(Handle handle) const {
    if (!find(handle)) return -1;
    const std::uint64_t value = reinterpret_cast<std::uintptr_t>(handle);
    return static_cast<int>((value - first_handle) & (max_slots - 1));
  }

  /// The live handle in a slot, null where there is none.
  Handle in_slot(int slot) const {
    const bool exists = slot >= 0 && static_cast<std::size_t>(slot) < slots_.size();
    return reinterpret_cast<Handle>(exists ? slots_[static_cast<std::size_t>(slot)].handle : 0);
  }

  template <class Visit>
  void for_each(Visit&& visit) {
    for (const Slot& slot : slots_)
      if (slot.handle) visit(*slot.object);
  }

  /// A live handle is one no longer.
  void remove(Handle handle) {
    const std::uint64_t value = reinterpret_cast<std::uintptr_t>(handle);
    const std::uint64_t index = (value - first_handle) & (max_slots - 1);
    slots_[index].handle = 0;
    free_.push_back(static_cast<std::uint32_t>(index));
  }

 private:
  friend struct DebuggerAccess;
  static constexpr unsigned slot_bits = 32;
  static constexpr std::uint64_t max_slots = std::uint64_t{1} << slot_bits;
  static constexpr std::uint64_t first_handle = 0x1000;  // below: the ABI's predefined handles

  struct Slot {
    Object* object = nullptr;
    std::uint64_t handle = 0;  ///< 0: free
    std::uint64_t uses = 0;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace bamboo::mpi
