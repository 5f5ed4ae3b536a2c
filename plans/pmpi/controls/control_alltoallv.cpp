// SPDX-License-Identifier: Apache-2.0
// The levels of alltoallv (bamboo_plans.h): its messages scheduled in phases once the pattern is
// known.
#include <memory>
#include <vector>

#include "arguments/exchange_part.h"
#include "bamboo_plans.h"
#include "configuration/planned_algorithms.h"
#include "controls/plan_handle.h"
#include "patterns/exchange_pattern.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;
using bamboo::plans::Operation;

namespace {

struct Side {
  std::vector<int> counts, displs;
  MPI_Datatype type;
};

int control(Side sent, Side received, const MPI_Count* pattern, MPI_Comm comm, Bamboo_Plan* plan) {
  before_blocking();
  const auto out = std::make_shared<const Side>(std::move(sent));
  const auto in = std::make_shared<const Side>(std::move(received));
  *plan = new Bamboo_Plan_s;
  const auto arguments = [=](const void* s, void* r) {
    return AlltoallvArguments{s,   out->counts.data(), out->displs.data(), out->type,
                              r,   in->counts.data(),  in->displs.data(),  in->type,
                              comm};
  };
  (*plan)->native = [=](const void* s, void* r) { return native(arguments(s, r)); };
  Communicator* communicator = Communicator::find(comm);
  if (!communicator || !communicator->open_channel()) return MPI_SUCCESS;
  (*plan)->prepare = [=, member = communicator->member()](const bamboo::plans::Algorithm& algorithm,
                                                          const void* s, void* r) {
    return prepare(arguments(s, r), member, algorithm);
  };
  const MPI_Comm channel = communicator->channel();
  const int size = communicator->size();
  auto sent_bytes = row_of(out->counts.data(), out->type, size);
  auto received_bytes = row_of(in->counts.data(), in->type, size);
  if (received_bytes.empty()) sent_bytes.clear();
  const auto bytes = pattern ? std::vector<std::size_t>(pattern, pattern + size * size)
                             : gather_rows(sent_bytes, size, channel);
  if (sent_bytes.empty() || bytes.empty()) return MPI_SUCCESS;

  bamboo::plans::Problem problem;
  problem.operation = Operation::Alltoallv;
  problem.rank = communicator->rank();
  problem.size = size;
  problem.input_counts = std::move(sent_bytes);
  problem.output_counts = std::move(received_bytes);
  (*plan)->schedule = scheduled_pattern(problem, bytes, communicator->choice().network());
  (*plan)->communicator = communicator;
  (*plan)->algorithm = &phased;
  return MPI_SUCCESS;
}

Side side(const int counts[], const int displs[], MPI_Datatype type, MPI_Comm comm) {
  int size = 0, between_groups = 0;
  PMPI_Comm_test_inter(comm, &between_groups);
  between_groups ? PMPI_Comm_remote_size(comm, &size) : PMPI_Comm_size(comm, &size);
  return {{counts, counts + size}, {displs, displs + size}, type};
}

}  // namespace

int Bamboo_Alltoallv_control1(const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                              const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                              MPI_Comm comm, Bamboo_Plan* plan) {
  return control(side(sendcounts, sdispls, sendtype, comm),
                 side(recvcounts, rdispls, recvtype, comm), nullptr, comm, plan);
}

int Bamboo_Alltoallv_control2(const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                              const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                              const MPI_Count pattern[], MPI_Comm comm, Bamboo_Plan* plan) {
  return control(side(sendcounts, sdispls, sendtype, comm),
                 side(recvcounts, rdispls, recvtype, comm), pattern, comm, plan);
}

int Bamboo_Alltoallv_data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan) {
  return Bamboo_Data(sendbuf, recvbuf, plan);
}
