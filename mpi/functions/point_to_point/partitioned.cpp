// SPDX-License-Identifier: Apache-2.0
// MPI_Psend_init, MPI_Precv_init, MPI_Pready and MPI_Parrived.
#include "p2p/partitioned.h"

#include "functions/bodies.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "objects/info.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

MPI_Count all_elements(int partitions, MPI_Count count) {
  if (partitions < 0) fail(MPI_ERR_COUNT, "partitions is %d, must not be negative", partitions);
  if (count < 0)
    fail(MPI_ERR_COUNT, "count is %lld, must not be negative", static_cast<long long>(count));
  return partitions * count;
}

MPI_Request keep(Rank& rank, std::unique_ptr<Request> request,
                 std::shared_ptr<PendingOperation> operation) {
  request->use = Request::Use::Persistent;
  request->operation = std::move(operation);
  request->state.finish();
  request->keep_comm();
  return rank.requests.add(request.release());
}

template <class Operation>
Operation& operation_of(const Request* request, const char* kind) {
  auto* operation = request ? dynamic_cast<Operation*>(request->operation.get()) : nullptr;
  if (!operation) fail(MPI_ERR_REQUEST, "request is none of a partitioned %s", kind);
  return *operation;
}

/// Calls `ready` for each partition of a send that has been started.
void make_ready(Rank& rank, MPI_Request handle, int count, auto&& partition) {
  const Request* request = rank.request_of(handle);
  auto& send = operation_of<PartitionedSend>(request, "send");
  if (!request->state.is_active()) fail(MPI_ERR_REQUEST, "the request has not been started");
  rank.regions.check_edge(request->peer, request->tag);
  for (int i = 0; i < count; ++i) send.ready(partition(i));
}

}  // namespace

void body::psend_init(Rank& rank, const void* buf, int partitions, MPI_Count count,
                      MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Info info,
                      MPI_Request* handle) {
  check_pointer(handle, "request");
  hints(info);
  auto request = std::make_unique<Request>(rank, std::in_place_type<SendRequest>);
  set_send(rank, *request, buf, all_elements(partitions, count), type, dest, tag, comm,
           SendMode::Standard);
  const int first_tag = reserve_partition_tags(rank.communicator(comm).partitions, partitions);
  auto operation = std::make_shared<PartitionedSend>(*request, partitions, first_tag);
  *handle = keep(rank, std::move(request), std::move(operation));
}

void body::precv_init(Rank& rank, void* buf, int partitions, MPI_Count count, MPI_Datatype type,
                      int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* handle) {
  check_pointer(handle, "request");
  hints(info);
  if (source == MPI_ANY_SOURCE)
    fail(MPI_ERR_RANK, "source is MPI_ANY_SOURCE, which is not for partitioned communication");
  if (tag == MPI_ANY_TAG)
    fail(MPI_ERR_TAG, "tag is MPI_ANY_TAG, which is not for partitioned communication");
  auto request = std::make_unique<Request>(rank, std::in_place_type<ReceiveRequest>);
  set_receive(rank, *request, buf, all_elements(partitions, count), type, source, tag, comm);
  auto operation = std::make_shared<PartitionedReceive>(*request, partitions);
  *handle = keep(rank, std::move(request), std::move(operation));
}

extern "C" {

int MPI_Pready(int partition, MPI_Request request) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL,
                          { make_ready(rank, request, 1, [&](int) { return partition; }); });
}

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    make_ready(rank, request, partition_high - partition_low + 1,
               [&](int i) { return partition_low + i; });
  });
}

int MPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_array(array_of_partitions, length, "array_of_partitions");
    make_ready(rank, request, length, [&](int i) { return array_of_partitions[i]; });
  });
}

int MPI_Parrived(MPI_Request handle, int partition, int* flag) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(flag, "flag");
    Request* request = rank.request_of(handle);
    *flag = 1;
    if (!request || !request->state.is_active()) return;
    const auto& receive = operation_of<PartitionedReceive>(request, "receive");
    rank.pending.advance();
    if (receive.arrived(partition)) return;
    Request* const one[] = {request};
    test_all(rank, one);
    *flag = receive.arrived(partition);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
