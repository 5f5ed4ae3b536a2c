// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <utility>

namespace bamboo::mpi {

/// The program's part of a generalized request: its functions return MPI's error codes.
class GeneralizedRequest {
 public:
  GeneralizedRequest(MPI_Grequest_query_function* its_query, MPI_Grequest_free_function* its_free,
                     MPI_Grequest_cancel_function* its_cancel, void* extra_state)
      : query_(its_query), free_(its_free), cancel_(its_cancel), extra_state_(extra_state) {}
  ~GeneralizedRequest() { free(); }
  GeneralizedRequest(const GeneralizedRequest&) = delete;
  GeneralizedRequest& operator=(const GeneralizedRequest&) = delete;

  int query(MPI_Status& status) const {
    return query_ ? query_(extra_state_, &status) : MPI_SUCCESS;
  }
  int cancel(bool is_complete) const {
    return cancel_ ? cancel_(extra_state_, is_complete) : MPI_SUCCESS;
  }
  /// Calls the function of the program once, however often it is called itself.
  int free() {
    MPI_Grequest_free_function* const function = std::exchange(free_, nullptr);
    return function ? function(extra_state_) : MPI_SUCCESS;
  }

 private:
  MPI_Grequest_query_function* query_;
  MPI_Grequest_free_function* free_;
  MPI_Grequest_cancel_function* cancel_;
  void* extra_state_;
};

}  // namespace bamboo::mpi
