// SPDX-License-Identifier: Apache-2.0
// Partitioned communication: a persistent request whose message leaves and arrives in parts.
//
// Each partition of the sender is a message of its own, under a tag that the sender has for it
// alone. A first message, which MPI's order matches, tells the receiver these tags: its partitions
// may be others. All are in the context of point-to-point, under negative tags, which no wildcard
// takes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "p2p/pending_operations.h"

namespace bamboo::mpi {

/// What the first message says.
struct PartitionsOfSender {
  std::int64_t first_tag;  ///< the next ones are lower
  std::int64_t partitions;
  std::int64_t bytes;  ///< in each
};

/// The tags of so many partitions; `used` counts those that the rank has given out.
int reserve_partition_tags(std::int64_t& used, int partitions);

class PartitionedSend final : public PendingOperation {
 public:
  /// `whole` is the program's request: all elements of all partitions. Tells the receiver.
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
  /// Of the receiver's partitions. Throws MpiError where there is no such one.
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
