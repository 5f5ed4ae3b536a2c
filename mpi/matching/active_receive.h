// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

struct Request;

/// While this object exists, the calling thread writes into a receive's buffer, of any rank. A
/// memory fault in this time is reported for that receive.
class ActiveReceive {
 public:
  explicit ActiveReceive(const Request& receive) : outer_(current_) { current_ = &receive; }
  ~ActiveReceive() { current_ = outer_; }
  ActiveReceive(const ActiveReceive&) = delete;
  ActiveReceive& operator=(const ActiveReceive&) = delete;

  static const Request* current() { return current_; }

 private:
  [[gnu::tls_model("initial-exec")]] static inline thread_local const Request* current_ = nullptr;
  const Request* outer_;
};

}  // namespace bamboo::mpi
