// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "one_sided/operation.h"
#include "one_sided/waiting.h"

namespace bamboo::mpi {

/// An operation on memory of another process, at its origin. Deletes itself when its data have left
/// and its answer is here.
class RemoteOperation final : public Question, public PayloadSource, public SendCompletion {
 public:
  static void begin(Window& window, Target& target, const RmaOperation& operation,
                    Request* request);

  void read(std::byte* out, std::size_t n) override;
  void sent() override { release(); }

  void answered(bool refused) override { refused_ = refused; }
  void write(const std::byte* in, std::size_t n) override;
  void done() override;

 private:
  RemoteOperation(Window& window, Target& target, const RmaOperation& operation, Request* request);
  void send();
  void release();
  MpiError failure() const;

  Window& window_;
  Target& target_;
  Request* const request_;
  const CallSite started_by_;
  std::vector<std::byte> front_;  ///< head, segments, what a compare-and-swap expects
  std::size_t front_read_ = 0;
  const std::size_t data_bytes_;
  Packer data_;
  Unpacker result_;
  const DatatypeRef origin_type_, result_type_;  ///< the program may free them meanwhile
  bool refused_ = false;
  std::vector<std::byte> refusal_;
  std::atomic<int> awaited_{2};  ///< the end of the send, and the answer
  bool is_ordered_;
};

}  // namespace bamboo::mpi
