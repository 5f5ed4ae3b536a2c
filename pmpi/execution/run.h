// SPDX-License-Identifier: Apache-2.0
// A plan run by the installed MPI's point-to-point, and by multicast.
#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <vector>

#include "arguments/prepared_call.h"
#include "bamboo/plans/execution.h"
#include "execution/multicast.h"

namespace bamboo::plans::pmpi {

/// One run of a plan. Messages travel on `channel`, which only plans use, with `tag`; tokens use
/// the next tag. The messages of a pair match in the order of their steps. One thread at a time.
class Run final : private Endpoint {
 public:
  /// Schedule and work must outlive the run, and so must the group, which is open if the plan has
  /// multicasts.
  Run(MPI_Comm channel, int tag, const Schedule& schedule, PreparedCall& prepared,
      MulticastGroup* group = nullptr);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Advances as far as it can without waiting. Returns true when all is done.
  bool progress();
  /// The installed MPI can complete the rest alone; see Execution::detach().
  void detach() { execution_.detach(); }
  /// Runs to the end; the installed MPI waits. Returns the first error code of any step. All steps
  /// are done nevertheless, because other processes depend on them.
  int wait();
  int error() const { return error_; }

 private:
  bool start_send(std::uint32_t index, const Step& step) override;
  bool start_receive(std::uint32_t index, const Step& step) override;
  bool start_multicast(std::uint32_t index, const Step& step) override;
  bool test(std::uint32_t index) override;
  void copy(const Step& step) override;
  void reduce(const Step& step) override;

  TypedRange range(Place place, std::size_t units) const { return memory_.at(place, units); }
  Stream stream_of(const Step& multicast) const;
  int tag_of(const Step& step) const;
  void note(int error);
  void note(int error, const std::vector<MPI_Status>& statuses, int completed);
  void collect_requests();
  void give_back(int completed);
  void wait_for_all();
  void wait_for_some();
  void test_some();
  void wait_beside_multicasts();
  void finish();

  MPI_Comm channel_;
  int tag_;
  const Schedule& schedule_;
  PreparedCall& prepared_;
  MulticastGroup* group_;
  collectives::RunMemory<Type> memory_;
  std::vector<MPI_Request> requests_;  // by step
  std::vector<MPI_Request> waiting_;   // of the steps in flight
  std::vector<int> indices_;
  std::map<std::uint32_t, std::unique_ptr<MulticastRun>> multicasts_;  // under way, by step
  int error_ = MPI_SUCCESS;
  bool concluded_ = false;
  Execution execution_;
};

}  // namespace bamboo::plans::pmpi
