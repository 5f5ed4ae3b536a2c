// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace bamboo::mpi {

/// The integers that stand for one rank's handles in Fortran. Predefined handles are the integers
/// of the ABI; all others get one when it is first asked for, and keep it until Fortran frees them.
/// Values of handles are unique in their kind alone; the integers are unique in all kinds. No lock:
/// only the rank itself comes here.
class IntegerHandles {
 public:
  /// Integers below are those of predefined handles.
  static constexpr int first = 0x1000;
  /// An integer stands for nothing until so many others are free, too: one that a program uses
  /// after it has freed its handle is found out.
  static constexpr std::size_t at_rest = 1024;

  template <class Handle>
  int integer_of(Handle handle) {
    const auto value = reinterpret_cast<std::uintptr_t>(handle);
    return value < first ? static_cast<int>(value) : integer_of(Entry{&kind<Handle>, handle});
  }
  /// Null for an integer that stands for no handle of the kind.
  template <class Handle>
  Handle handle_of(int integer) const {
    if (integer >= 0 && integer < first)
      return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(integer));
    const auto index = static_cast<std::size_t>(integer) - first;
    const bool exists = index < entries_.size() && entries_[index].kind == &kind<Handle>;
    return exists ? static_cast<Handle>(entries_[index].handle) : nullptr;
  }
  /// The handle is over; another one may get its integer.
  template <class Handle>
  void forget(Handle handle) {
    forget(Entry{&kind<Handle>, handle});
  }

 private:
  /// Its address tells the kind.
  template <class Handle>
  static constexpr char kind = 0;

  struct Entry {
    const char* kind;  ///< null: free
    void* handle;
    bool operator==(const Entry&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Entry& entry) const {
      return std::hash<const void*>()(entry.handle) ^ std::hash<const void*>()(entry.kind);
    }
  };

  int integer_of(const Entry& entry);
  void forget(const Entry& entry);

  std::vector<Entry> entries_;
  std::deque<int> free_;  ///< the one that is free longest comes first
  std::unordered_map<Entry, int, Hash> integers_;
};

}  // namespace bamboo::mpi
