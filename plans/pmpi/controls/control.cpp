// SPDX-License-Identifier: Apache-2.0
// Collectives whose control part is a call of its own (bamboo_plans.h), but for alltoallv.
#include "bamboo_plans.h"
#include "controls/plan_handle.h"
#include "execution/run.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;
using bamboo::plans::Operation;

namespace {

/// `bytes(communicator)`: nothing where the MPI shall find the fault in the arguments, when data
/// moves.
template <class Bytes>
int make_plan(Operation operation, MPI_Comm comm, const Bytes& bytes, Bamboo_Plan_s::Own own,
              Bamboo_Plan_s::MakeWork make_work, Bamboo_Plan* plan) {
  *plan = new Bamboo_Plan_s;
  (*plan)->own = std::move(own);
  (*plan)->make_work = std::move(make_work);
  Communicator* communicator = Communicator::find(comm);
  if (!communicator) return MPI_SUCCESS;
  const std::optional<std::size_t> known = bytes(*communicator);
  if (!known) return MPI_SUCCESS;
  const auto* chosen = communicator->choice().decide_now(operation, *known);
  if (!chosen || !communicator->open_channel()) return MPI_SUCCESS;
  (*plan)->communicator = communicator;
  (*plan)->algorithm = chosen;
  return MPI_SUCCESS;
}

}  // namespace

int Bamboo_Data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan) {
  if (plan == BAMBOO_PLAN_NULL) return MPI_ERR_ARG;
  if (!plan->communicator) {
    before_blocking();
    return plan->own(sendbuf, recvbuf);
  }
  Communicator& communicator = *plan->communicator;
  Work work = plan->make_work({communicator.rank(), communicator.size(), *plan->algorithm}, sendbuf,
                              recvbuf);
  if (!plan->schedule) return communicator.run(*plan->algorithm, work);
  return communicator.run(plan->schedule, work);
}

int Bamboo_Plan_free(Bamboo_Plan* plan) {
  delete *plan;
  *plan = BAMBOO_PLAN_NULL;
  return MPI_SUCCESS;
}

int Bamboo_Barrier_control(MPI_Comm comm, Bamboo_Plan* plan) {
  return make_plan(
      Operation::Barrier, comm, [](const Communicator&) { return std::optional<std::size_t>(0); },
      [=](const void*, void*) { return PMPI_Barrier(comm); },
      [](const Asker& asker, const void*, void*) { return barrier_work(asker); }, plan);
}

int Bamboo_Bcast_control(int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                         Bamboo_Plan* plan) {
  return make_plan(
      Operation::Bcast, comm,
      [=](const Communicator& c) { return c.has(root) ? bytes_of(count, datatype) : std::nullopt; },
      [=](const void*, void* data) { return PMPI_Bcast(data, count, datatype, root, comm); },
      [=](const Asker& asker, const void*, void* data) {
        return bcast_work(asker, data, count, datatype, root);
      },
      plan);
}

// A collective with two sides and a root. In place the root has one side only: that of all blocks.
#define ROOTED(Name, work, each_count, each_type, root_count, root_type)                           \
  int Bamboo_##Name##_control(int sendcount, MPI_Datatype sendtype, int recvcount,                 \
                              MPI_Datatype recvtype, int root, MPI_Comm comm, Bamboo_Plan* plan) { \
    return make_plan(                                                                              \
        Operation::Name, comm,                                                                     \
        [=](const Communicator& c) {                                                               \
          if (!c.has(root)) return std::optional<std::size_t>();                                   \
          return c.rank() == root ? bytes_of(root_count, root_type)                                \
                                  : bytes_of(each_count, each_type);                               \
        },                                                                                         \
        [=](const void* s, void* r) {                                                              \
          return PMPI_##Name(s, sendcount, sendtype, r, recvcount, recvtype, root, comm);          \
        },                                                                                         \
        [=](const Asker& asker, const void* s, void* r) {                                          \
          return work(asker, s, sendcount, sendtype, r, recvcount, recvtype, root);                \
        },                                                                                         \
        plan);                                                                                     \
  }

#define UNROOTED(Name, work)                                                                       \
  int Bamboo_##Name##_control(int sendcount, MPI_Datatype sendtype, int recvcount,                 \
                              MPI_Datatype recvtype, MPI_Comm comm, Bamboo_Plan* plan) {           \
    return make_plan(                                                                              \
        Operation::Name, comm, [=](const Communicator&) { return bytes_of(recvcount, recvtype); }, \
        [=](const void* s, void* r) {                                                              \
          return PMPI_##Name(s, sendcount, sendtype, r, recvcount, recvtype, comm);                \
        },                                                                                         \
        [=](const Asker& asker, const void* s, void* r) {                                          \
          return work(asker, s, sendcount, sendtype, r, recvcount, recvtype);                      \
        },                                                                                         \
        plan);                                                                                     \
  }

#define REDUCTION(Name)                                                                       \
  int Bamboo_##Name##_control(int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,     \
                              Bamboo_Plan* plan) {                                            \
    return make_plan(                                                                         \
        Operation::Name, comm,                                                                \
        [=](const Communicator&) { return vector_bytes(count, datatype, op); },               \
        [=](const void* s, void* r) { return PMPI_##Name(s, r, count, datatype, op, comm); }, \
        [=](const Asker& asker, const void* s, void* r) {                                     \
          return reduction_work(asker, s, r, count, datatype, op, 0);                         \
        },                                                                                    \
        plan);                                                                                \
  }

ROOTED(Gather, gather_work, sendcount, sendtype, recvcount, recvtype)
ROOTED(Scatter, scatter_work, recvcount, recvtype, sendcount, sendtype)
UNROOTED(Allgather, allgather_work)
UNROOTED(Alltoall, alltoall_work)
REDUCTION(Allreduce)
REDUCTION(Scan)
REDUCTION(Exscan)

int Bamboo_Reduce_control(int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                          Bamboo_Plan* plan) {
  return make_plan(
      Operation::Reduce, comm,
      [=](const Communicator& c) {
        return c.has(root) ? vector_bytes(count, datatype, op) : std::nullopt;
      },
      [=](const void* s, void* r) { return PMPI_Reduce(s, r, count, datatype, op, root, comm); },
      [=](const Asker& asker, const void* s, void* r) {
        return reduction_work(asker, s, r, count, datatype, op, root);
      },
      plan);
}
