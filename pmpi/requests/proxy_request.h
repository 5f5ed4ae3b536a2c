// SPDX-License-Identifier: Apache-2.0
// One MPI request that represents a plan.
#pragma once

#include <mpi.h>

#include <memory>
#include <utility>
#include <vector>

#include "datatypes/self_channel.h"
#include "requests/request_server.h"

namespace bamboo::plans::pmpi {

/// Numbers. Each is in use once at a time.
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

/// The proxy is a receive of this process from itself, with a unique tag.
class ProxyRequest {
 public:
  ProxyRequest(std::unique_ptr<RequestServer> server, SelfChannel& channel, int number)
      : server_(std::move(server)), channel_(channel), number_(number) {}

  MPI_Request handle = MPI_REQUEST_NULL;
  bool is_under_way = false;
  int number() const { return number_; }
  MPI_Comm program() const { return server_->program(); }

  /// Makes the proxy; returns an MPI error code.
  int make_persistent();
  int make_once();
  void begin() { server_->begin(handle); }
  bool progress() { return server_->progress(); }
  bool is_direct() const { return server_->is_direct(); }
  void detach() { server_->detach(); }
  /// The collective has ended, so this completes the proxy. Returns the collective's error code.
  int end();

 private:
  std::unique_ptr<RequestServer> server_;
  SelfChannel& channel_;  ///< of all proxies
  int number_;
};

}  // namespace bamboo::plans::pmpi
