// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bamboo::plans::pmpi {

/// A place in the code of the program or of a library, as `addr2line` wants it.
struct CodePlace {
  char object[1024] = "";  ///< empty: the address is in no file
  std::uint64_t address = 0;

  /// The call that returns to the address. It takes no lock, so signal handlers may use it.
  static CodePlace of_call(const void* return_address);
};

}  // namespace bamboo::plans::pmpi
