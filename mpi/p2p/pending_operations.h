// SPDX-License-Identifier: Apache-2.0
// Operations of several messages that go on while the program computes, such as nonblocking
// collectives.
#pragma once

#include <memory>
#include <vector>

#include "matching/request.h"

namespace bamboo::mpi {

/// A run lasts from begin() until advance() reports its end. The task calls advance() whenever one
/// of the operation's own requests may have completed: in every wait and test of the task.
class PendingOperation {
 public:
  virtual ~PendingOperation() = default;
  virtual void begin() {}
  /// Returns true when finished. It is also finished when it throws an MpiError.
  virtual bool advance() = 0;
  /// Returns the receives whose messages are missing now, for reports.
  virtual std::vector<const Request*> waits_for() const = 0;
};

/// The pending operations of one task.
class PendingOperations {
 public:
  explicit PendingOperations(MessagingTask& task) : task_(task) {}

  /// Begins the operation and advances it once. Returns the program's request for it, which is
  /// complete when the operation is finished. `object` is in use until then.
  Request* start(InUse& object, std::unique_ptr<PendingOperation> operation);
  /// Like above, with a request whose arguments are set, and which the operation may use.
  Request* start(std::unique_ptr<Request> request, std::unique_ptr<PendingOperation> operation);
  /// A persistent request for the operation, not yet started. `object` is in use until it is freed.
  Request* persist(InUse& object, std::unique_ptr<PendingOperation> operation);
  /// Starts the operation of a persistent request, which is inactive.
  void start(Request& persistent);
  void advance() {
    if (!running_.empty()) advance_all();
  }
  bool empty() const { return running_.empty(); }
  /// Returns the requests of running operations that the program has freed. The caller waits for
  /// them and frees them.
  std::vector<Request*> reclaim_freed();
  /// Returns null if the request's operation is finished.
  const PendingOperation* behind(const Request& request) const;

 private:
  void run(Request& request, std::shared_ptr<PendingOperation> operation);
  void advance_all();

  struct Running {
    std::shared_ptr<PendingOperation> operation;  // with a persistent request: its own, too
    Request* request;
  };
  MessagingTask& task_;
  std::vector<Running> running_;
};

}  // namespace bamboo::mpi
