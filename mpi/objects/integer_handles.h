// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace bamboo::mpi {

/// The integers that represent one rank's handles in Fortran. Predefined handles are the integers
/// of the ABI. All others get one when it is first requested, and keep it until Fortran frees them.
/// Handles are unique within their kind; the integers are unique over all kinds. It needs no lock,
/// because only the rank itself uses it.
class IntegerHandles {
 public:
  /// Smaller integers belong to predefined handles.
  static constexpr int first = 0x1000;
  /// A freed integer is not reused until this many others are free, so that the use of a freed
  /// handle is detected.
  static constexpr std::size_t at_rest = 1024;

  template <class Handle>
  int integer_of(Handle handle) {
    const auto value = reinterpret_cast<std::uintptr_t>(handle);
    return value < first ? static_cast<int>(value) : integer_of(Entry{&kind<Handle>, handle});
  }
  /// Returns null for an integer that represents no handle of the kind.
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
  /// A variable whose address identifies the kind.
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
