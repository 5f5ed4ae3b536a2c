// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace bamboo::plans::multicast {

/// The reason why an operation or a session cannot continue. A failed operation stays failed, and
/// so does its group, because its members no longer agree on the next operation.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& text, int member = -1)
      : std::runtime_error(text), member_(member) {}
  /// The member that has been silent for too long; -1: the failure has another reason.
  int member() const { return member_; }

 private:
  int member_;
};

/// The message is longer than the buffer. Only this member lost data; its group continues.
class Truncation : public Failure {
 public:
  using Failure::Failure;
};

}  // namespace bamboo::plans::multicast
