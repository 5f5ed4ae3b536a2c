// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace bamboo::plans::multicast {

/// Why an operation or a session cannot go on. An operation that has failed stays failed, and so
/// does its group: its members no longer agree on what comes next.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& text, int member = -1)
      : std::runtime_error(text), member_(member) {}
  /// The member that has been silent for too long, -1: it is no member's silence.
  int member() const { return member_; }

 private:
  int member_;
};

/// More has come than the buffer takes. Only this member has lost anything; its group goes on.
class Truncation : public Failure {
 public:
  using Failure::Failure;
};

}  // namespace bamboo::plans::multicast
