// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "bamboo/taskgraph/payload.h"

namespace bamboo {

/// Bytes that stay where they are until they were read.
class SpanSource final : public PayloadSource {
 public:
  explicit SpanSource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  void read(std::byte* out, std::size_t n) override {
    std::memcpy(out, bytes_.data() + at_, n);
    at_ += n;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace bamboo
