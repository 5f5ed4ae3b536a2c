// SPDX-License-Identifier: Apache-2.0
// The two that may serve a collective behind a request: a plan, and the installed MPI.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "arguments/call.h"
#include "arguments/prepared_call.h"
#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"
#include "execution/channel.h"
#include "execution/run.h"

namespace bamboo::plans::pmpi {

/// A collective behind a request, for the report and the program's error handler.
struct RequestedCall {
  std::shared_ptr<Channel> channel;
  Call call;
  int processes = 0;
  std::size_t bytes = 0;
  std::uint64_t own = 0;  ///< this process's bytes where `bytes` is 0, as own_bytes() returns them
};

/// A plan to serve a request.
struct RequestPlan {
  RequestedCall requested;
  int tag = 0;
  ScheduleRef schedule;  ///< direct where the algorithm is
  PreparedCall prepared;
  const Algorithm* algorithm = nullptr;
};

/// Serves one start of a request after the other.
class RequestServer {
 public:
  RequestServer() = default;
  virtual ~RequestServer() = default;
  RequestServer(const RequestServer&) = delete;
  RequestServer& operator=(const RequestServer&) = delete;

  /// Takes what the program's buffers hold now. `proxy`: the program's request.
  virtual void begin(MPI_Request proxy) = 0;
  /// Advances as far as it can without waiting. Returns true when it is complete.
  virtual bool progress() = 0;
  /// Whether the installed MPI completes it alone, once it is detached.
  virtual bool is_direct() const = 0;
  virtual void detach() = 0;
  /// Called once after completion; returns its error code.
  virtual int end() = 0;
  /// The program's communicator; null when it has freed it.
  virtual MPI_Comm program() const = 0;
};

class PlanServer final : public RequestServer {
 public:
  explicit PlanServer(RequestPlan planned) : planned_(std::move(planned)) {}

  const Algorithm* algorithm() const { return planned_.algorithm; }
  void begin(MPI_Request proxy) override;
  bool progress() override { return run_->progress(); }
  bool is_direct() const override { return planned_.algorithm->is_direct; }
  void detach() override {
    if (is_direct()) run_->detach();
  }
  int end() override;
  MPI_Comm program() const override { return planned_.requested.channel->program(); }

 private:
  RequestPlan planned_;
  std::optional<Run> run_;
  double begin_ = 0;
};

/// Serves by a persistent request of the installed MPI.
class NativeServer final : public RequestServer {
 public:
  /// Takes the request, which is inactive.
  NativeServer(RequestedCall requested, MPI_Request request)
      : requested_(std::move(requested)), request_(request) {}
  ~NativeServer() override { PMPI_Request_free(&request_); }

  void begin(MPI_Request proxy) override;
  bool progress() override;
  bool is_direct() const override { return true; }
  void detach() override {}
  int end() override;
  MPI_Comm program() const override { return requested_.channel->program(); }

 private:
  RequestedCall requested_;
  MPI_Request request_;
  int error_ = MPI_SUCCESS;
  double begin_ = 0;
};

}  // namespace bamboo::plans::pmpi
