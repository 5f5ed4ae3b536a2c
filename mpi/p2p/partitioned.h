// SPDX-License-Identifier: Apache-2.0
// Partitioned communication: a persistent request whose message is sent and received in parts.
//
// Each partition of the sender is a separate message with a tag that is unique at the sender. The
// receiver may divide its buffer differently. A first message, which is matched in MPI's order,
// contains the sender's tags. All messages are in the context of point-to-point messages. Their
// tags are negative: no wildcard matches them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "p2p/pending_operations.h"

namespace bamboo::mpi {

/// The contents of the first message.
struct PartitionsOfSender {
  std::int64_t first_tag;  ///< the next ones are lower
  std::int64_t partitions;
  std::int64_t bytes;  ///< in each
};

/// Reserves tags for `partitions` partitions; `used` counts the tags that the rank has reserved.
int reserve_partition_tags(std::int64_t& used, int partitions);

class PartitionedSend final : public PendingOperation {
 public:
  /// `whole` is the program's request: all elements of all partitions. Sends the first message.
  PartitionedSend(Request& whole, int partitions, int first_tag);

  void begin() override;
  /// Throws MpiError where there is no such partition, or where it was ready before.
  void ready(int partition);
  bool advance() override;
  std::vector<const Request*> waits_for() const override { return {}; }

 private:
  Request& whole_;
  int first_tag_;
  std::vector<bool> ready_;
  std::vector<Request*> pending_;  // sends that are not complete
  std::size_t missing_ = 0;        // partitions that are not ready
};

class PartitionedReceive final : public PendingOperation {
 public:
  PartitionedReceive(Request& whole, int partitions);
  ~PartitionedReceive() override;
  PartitionedReceive(const PartitionedReceive&) = delete;

  void begin() override;
  bool advance() override;
  /// Whether a partition of the receiver has arrived. Throws MpiError if it does not exist.
  bool arrived(int partition) const;
  std::vector<const Request*> waits_for() const override;

 private:
  struct Part {
    Request* request;               // null: it has arrived
    std::vector<std::byte> staged;  // where it begins or ends inside of an element with holes
  };
  void post();
  void conclude(std::size_t part);

  Request& whole_;
  std::size_t partitions_;
  PartitionsOfSender sender_{};
  std::unique_ptr<Request> first_;  // the receive of the first message
  bool posted_ = false;
  std::vector<Part> parts_;
  std::size_t missing_ = 0;
};

}  // namespace bamboo::mpi
