// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/buffer.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "bamboo/taskgraph/internal/element_type.h"

namespace bamboo {
namespace {
/// Entries are made before main(), by one thread.
constinit const ElementType* entries = nullptr;
}  // namespace

ElementType::ElementType(std::uint32_t label, std::size_t bytes, std::string_view name)
    : label_(label), bytes_(bytes), name_(name), next_(std::exchange(entries, this)) {}

std::string ElementType::describe(std::uint32_t label) {
  for (const ElementType* type = entries; type != nullptr; type = type->next_)
    if (type->label_ == label) return fmt::format("{} ({} bytes)", type->name_, type->bytes_);
  return fmt::format("a type that this program does not know (number {:#x})", label);
}

void Buffer::refuse(std::uint32_t wanted) const {
  throw std::logic_error(fmt::format("a buffer of {} is used as one of {}",
                                     ElementType::describe(label_), ElementType::describe(wanted)));
}

}  // namespace bamboo
