// SPDX-License-Identifier: Apache-2.0
// One collective operation of one rank: a plan, the memory it works on, and the rank's
// point-to-point under it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/execution.h"
#include "collectives/memory.h"
#include "collectives/plan_cache.h"
#include "comm/communicator.h"
#include "p2p/pending_operations.h"
#include "p2p/post.h"
#include "types/operation.h"

namespace bamboo::mpi {

/// The constructor prepares the operation. Each begin() starts one run. A further run may start
/// when the previous one has finished.
class Collective final : public PendingOperation, private plans::Endpoint {
 public:
  struct Reduction {
    OperationRef operation;
    TypeHandle handle;  ///< of the elements' type, for the user's operation
  };
  struct Parts : Prepared {
    std::optional<Reduction> reduction;
    std::vector<DatatypeRef> types;  ///< of the program, which may free them
    std::optional<MpiError> wrong;   ///< with the arguments: what each run ends with
  };

  /// `root` is -1 where the operation has none.
  Collective(Communicator& comm, ScheduleRef schedule, Parts parts, int root);
  Collective(const Collective&) = delete;

  /// Separates its messages from those of other collectives, in whichever order ranks begin them.
  /// All ranks of the communicator call it in the same order.
  void make_persistent();
  void begin() override;
  /// Returns true when the run has finished. A run with an error continues to its end, because the
  /// other ranks need this rank's part; then it throws an MpiError, once.
  bool advance() override;
  std::vector<const Request*> waits_for() const override;
  /// Runs to the end; the rank is suspended meanwhile.
  void run();

  Communicator& comm() const { return comm_; }

 private:
  bool start_send(std::uint32_t index, const plans::Step& step) override;
  bool start_receive(std::uint32_t index, const plans::Step& step) override;
  bool test(std::uint32_t index) override;
  void copy(const plans::Step& step) override;
  void reduce(const plans::Step& step) override;

  TypedRange range(plans::Place place, std::size_t units) const { return memory_.at(place, units); }
  /// The call, for messages with these elements.
  CollectiveCall call_about(const TypedRange& range) const;
  /// Checks the received message; frees the request.
  void conclude(std::uint32_t index, Request* request);
  void check(const plans::Step& step, const Request& receive);
  /// Warns, once in each process, when elements of one type are not valid as elements of the other
  /// one. It is no error, because programs may reinterpret data.
  void compare_elements(TaskId source, std::uint32_t sent, std::uint32_t received) const;
  std::string name_of(int party) const;
  /// Reports that a message of another rank contradicts this rank's call.
  void note(MpiError error);

  MessagingTask& task_;
  Communicator& comm_;
  CallSite started_by_;  ///< for errors
  CollectiveCall call_;
  int tag_;  ///< of data; tokens have the next one
  StepPeer peer_of(const plans::Step& step) const;
  ScheduleRef schedule_;
  Parts parts_;
  collectives::RunMemory<ElementType> memory_;
  std::vector<Request*> requests_;  ///< by step
  std::vector<Request*> waiting_;
  std::optional<MpiError> error_;
  bool concluded_ = true;                      ///< nothing is left to do
  std::optional<plans::Execution> execution_;  ///< of the run that began last
};

/// Blocking: start and wait.
void run(std::unique_ptr<Collective> collective);
/// Nonblocking: start, and advance in every wait and test of the rank.
void start(std::unique_ptr<Collective> collective, MPI_Request* request);
/// Persistent: a request that MPI_Start starts again and again.
void persist(std::unique_ptr<Collective> collective, MPI_Info info, MPI_Request* request);

}  // namespace bamboo::mpi
