// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/buffer.h"

#include <fmt/format.h>

#include <stdexcept>

namespace bamboo {

void Buffer::refuse(std::uint32_t wanted) const {
  throw std::logic_error(fmt::format("a buffer of {} is used as one of {}",
                                     ElementType::describe(label_), ElementType::describe(wanted)));
}

}  // namespace bamboo
