// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "debugger/interface.h"

namespace bamboo::mpi {

using Address = std::uint64_t;

/// A pointer that was read from the process.
inline Address in_target(const void* pointer) {
  return reinterpret_cast<Address>(pointer);
}

/// The memory of the process that a debugger looks at. All functions throw Unreadable.
class Target {
 public:
  struct Unreadable {
    Address at;
  };

  Target(mqs_process* process, const mqs_process_callbacks& debugger)
      : process_(process), debugger_(debugger) {}

  /// A number or an address.
  template <class T>
  T number(Address at) const {
    T raw, value;
    fetch(at, sizeof raw, &raw);
    debugger_.target_to_host(process_, &raw, &value, sizeof value);
    return value;
  }
  Address address(Address at) const { return number<Address>(at); }
  template <class T>
  std::vector<T> numbers(Address begin, Address end) const {
    if (end < begin || end - begin > longest) throw Unreadable{begin};
    std::vector<T> values((end - begin) / sizeof(T));
    for (T& value : values) {
      value = number<T>(begin);
      begin += sizeof(T);
    }
    return values;
  }
  /// The elements of a std::vector.
  template <class T>
  std::vector<T> elements(Address vector) const {
    return numbers<T>(address(vector), address(vector + sizeof(Address)));
  }
  void fetch(Address at, std::size_t bytes, void* to) const {
    if (debugger_.fetch_data(process_, at, static_cast<int>(bytes), to) != mqs_ok)
      throw Unreadable{at};
  }

 private:
  static constexpr Address longest = 1 << 26;  // more is no vector, but what is left of one

  mqs_process* process_;
  const mqs_process_callbacks& debugger_;
};

}  // namespace bamboo::mpi
