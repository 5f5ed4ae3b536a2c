// SPDX-License-Identifier: Apache-2.0
/// \file
/// One MPI request that stands for a plan.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arguments/call.h"
#include "arguments/prepared_call.h"
#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"
#include "execution/channel.h"
#include "execution/run.h"

namespace bamboo::plans::pmpi {

/// A collective to stand behind a request.
struct RequestPlan {
  std::shared_ptr<Channel> channel;
  int tag = 0;
  ScheduleRef schedule;                   ///< direct where the algorithm is
  std::function<PreparedCall()> prepare;  ///< looks at the buffers
  Call call;
  int processes = 0;
  std::size_t bytes = 0;
  const Algorithm* algorithm = nullptr;
  std::optional<PreparedCall> ready = {};  ///< for the first time
};

/// Numbers, each given once until it comes back.
class Numbers {
 public:
  int take() {
    if (free_.empty()) return next_++;
    const int number = free_.back();
    free_.pop_back();
    return number;
  }
  void give_back(int number) { free_.push_back(number); }

 private:
  std::vector<int> free_;
  int next_ = 0;
};

/// The proxy is a receive of this process from itself, with a tag of its own.
class ProxyRequest {
 public:
  ProxyRequest(RequestPlan planned, int number) : planned_(std::move(planned)), number_(number) {}

  MPI_Request handle = MPI_REQUEST_NULL;
  bool is_under_way = false;
  int number() const { return number_; }
  MPI_Comm program() const { return planned_.channel->program(); }

  /// Makes the proxy; returns an MPI error code.
  int make_persistent();
  int make_once();
  /// Takes what the program's buffers hold now.
  void begin();
  bool progress() { return run_->progress(); }
  bool is_direct() const { return planned_.algorithm->is_direct; }
  void detach() {
    if (is_direct()) run_->detach();
  }
  /// The plan has come to its end: so does the proxy. Returns the plan's error code.
  int end();

  /// Before the end of MPI, when there is none any more.
  static void free_channel();

 private:
  RequestPlan planned_;
  int number_;
  std::optional<PreparedCall> prepared_;
  std::optional<Run> run_;
  double begin_ = 0;
};

}  // namespace bamboo::plans::pmpi
