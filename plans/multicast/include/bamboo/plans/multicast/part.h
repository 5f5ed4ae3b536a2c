// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bamboo::plans::multicast {

/// Part of a message.
struct Part {
  std::size_t offset = 0, bytes = 0;
};

}  // namespace bamboo::plans::multicast
