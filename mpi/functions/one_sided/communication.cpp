// SPDX-License-Identifier: Apache-2.0
// MPI_Put, MPI_Get, the accumulating operations, and their forms with a request.
#include <memory>
#include <string>

#include "collectives/undefined_reductions.h"
#include "functions/bodies.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "one_sided/operation.h"
#include "one_sided/synchronization.h"
#include "p2p/completion.h"
#include "p2p/wait.h"
#include "types/operation.h"

namespace bamboo::mpi {

namespace {

TypedBuffer buffer_of(const void* address, MPI_Count count, MPI_Datatype type) {
  const Datatype& datatype = mpi::datatype(type);
  check_buffer(address, count, datatype);
  return {const_cast<void*>(address), static_cast<std::size_t>(count), &datatype};
}

void set_target(RmaOperation& operation, MPI_Aint displacement, MPI_Count count,
                MPI_Datatype type) {
  check_count(count, "target_count");
  operation.displacement = displacement;
  operation.count = static_cast<std::size_t>(count);
  operation.type = &datatype(type);
}

void check_bytes(const RmaOperation& operation, const TypedBuffer& buffer, const char* name) {
  const std::size_t there = operation.count * operation.type->size;
  if (buffer.type && buffer.bytes() != there)
    fail(MPI_ERR_ARG, "the %s elements have %zu bytes, those of the target %zu", name,
         buffer.bytes(), there);
}

void check_operation(const Rank& rank, const RmaOperation& operation) {
  if (operation.access != Access::Accumulate && operation.access != Access::GetAccumulate) return;
  const MPI_Op op = operation.op;
  check_accumulation(op, *operation.type);
  if (op == MPI_REPLACE || op == MPI_NO_OP || operation.type->size == 0) return;
  tolerate_reduction(rank, op, *operation_ref(op), *predefined(operation.type->uniform));
}

/// Names the target in an error of the operation.
template <class Body>
void on_target(int target, Body&& body) {
  try {
    body();
  } catch (const MpiError& error) {
    throw MpiError(error.error_class, "on target " + std::to_string(target) + ": " + error.what());
  }
}

/// `request` null: the operation has none.
void run(Rank& rank, MPI_Win win, int target_rank, const RmaOperation& operation,
         Request* request) {
  Window& window = rank.windows.find(win);
  rank.refuse_in_reduction();
  check_bytes(operation, operation.origin, "origin");
  check_bytes(operation, operation.result, "result");
  check_operation(rank, operation);
  if (target_rank == MPI_PROC_NULL) {
    if (request) request->state.complete();
    return;
  }
  on_target(target_rank, [&] {
    Target& target = window.target(target_rank);
    prepare_access(window, target);
    begin(window, target, operation, request);
  });
}

void run(Rank& rank, MPI_Win win, int target, const RmaOperation& operation) {
  run(rank, win, target, operation, nullptr);
}

void run_requested(Rank& rank, MPI_Win win, int target, const RmaOperation& operation,
                   MPI_Request* handle) {
  check_pointer(handle, "request");
  Window& window = rank.windows.find(win);
  if (target != MPI_PROC_NULL && !window.epoch.is_passive())
    fail(MPI_ERR_RMA_SYNC, "belongs between MPI_Win_lock and MPI_Win_unlock");
  auto request = std::make_unique<Request>(rank, std::in_place_type<OneSidedRequest>);
  set_one_sided(*request, window.comm, any_source);
  request->keep_comm();
  run(rank, win, target, operation, request.get());
  *handle = rank.requests.add(request.release());
}

RmaOperation make_put(const void* origin, MPI_Count origin_count, MPI_Datatype origin_type,
                      MPI_Aint disp, MPI_Count count, MPI_Datatype type) {
  RmaOperation operation{Access::Put};
  operation.origin = buffer_of(origin, origin_count, origin_type);
  set_target(operation, disp, count, type);
  return operation;
}

RmaOperation make_get(void* origin, MPI_Count origin_count, MPI_Datatype origin_type, MPI_Aint disp,
                      MPI_Count count, MPI_Datatype type) {
  RmaOperation operation{Access::Get};
  operation.result = buffer_of(origin, origin_count, origin_type);
  set_target(operation, disp, count, type);
  return operation;
}

RmaOperation make_accumulate(const void* origin, MPI_Count origin_count, MPI_Datatype origin_type,
                             MPI_Aint disp, MPI_Count count, MPI_Datatype type, MPI_Op op) {
  RmaOperation operation{Access::Accumulate, op};
  operation.origin = buffer_of(origin, origin_count, origin_type);
  set_target(operation, disp, count, type);
  return operation;
}

/// MPI_NO_OP reads no data of the origin: they need not be there.
RmaOperation make_get_accumulate(const void* origin, MPI_Count origin_count,
                                 MPI_Datatype origin_type, void* result, MPI_Count result_count,
                                 MPI_Datatype result_type, MPI_Aint disp, MPI_Count count,
                                 MPI_Datatype type, MPI_Op op) {
  RmaOperation operation{Access::GetAccumulate, op};
  if (op != MPI_NO_OP) operation.origin = buffer_of(origin, origin_count, origin_type);
  operation.result = buffer_of(result, result_count, result_type);
  set_target(operation, disp, count, type);
  return operation;
}

/// MPI compares integers, truth values and bytes, the installed MPIs text as well.
bool is_comparable(const Datatype& type) {
  return type.combiner == MPI_COMBINER_NAMED &&
         (type.uniform == MPI_CHAR || reduction_kernel(MPI_BAND, type.uniform) ||
          reduction_kernel(MPI_LAND, type.uniform));
}

RmaOperation make_compare_and_swap(const void* origin, const void* compare, void* result,
                                   MPI_Datatype type, MPI_Aint disp) {
  RmaOperation operation{Access::CompareAndSwap};
  check_pointer(compare, "compare_addr");
  operation.expected = compare;
  operation.origin = buffer_of(origin, 1, type);
  operation.result = buffer_of(result, 1, type);
  set_target(operation, disp, 1, type);
  if (!is_comparable(*operation.type))
    fail(MPI_ERR_TYPE, "datatype is no predefined integer, truth value or byte");
  return operation;
}

}  // namespace

void body::put(Rank& rank, const void* origin, MPI_Count origin_count, MPI_Datatype origin_type,
               int target, MPI_Aint disp, MPI_Count count, MPI_Datatype type, MPI_Win win) {
  run(rank, win, target, make_put(origin, origin_count, origin_type, disp, count, type));
}
void body::rput(Rank& rank, const void* origin, MPI_Count origin_count, MPI_Datatype origin_type,
                int target, MPI_Aint disp, MPI_Count count, MPI_Datatype type, MPI_Win win,
                MPI_Request* request) {
  run_requested(rank, win, target, make_put(origin, origin_count, origin_type, disp, count, type),
                request);
}

void body::get(Rank& rank, void* origin, MPI_Count origin_count, MPI_Datatype origin_type,
               int target, MPI_Aint disp, MPI_Count count, MPI_Datatype type, MPI_Win win) {
  run(rank, win, target, make_get(origin, origin_count, origin_type, disp, count, type));
}
void body::rget(Rank& rank, void* origin, MPI_Count origin_count, MPI_Datatype origin_type,
                int target, MPI_Aint disp, MPI_Count count, MPI_Datatype type, MPI_Win win,
                MPI_Request* request) {
  run_requested(rank, win, target, make_get(origin, origin_count, origin_type, disp, count, type),
                request);
}

void body::accumulate(Rank& rank, const void* origin, MPI_Count origin_count,
                      MPI_Datatype origin_type, int target, MPI_Aint disp, MPI_Count count,
                      MPI_Datatype type, MPI_Op op, MPI_Win win) {
  run(rank, win, target, make_accumulate(origin, origin_count, origin_type, disp, count, type, op));
}
void body::raccumulate(Rank& rank, const void* origin, MPI_Count origin_count,
                       MPI_Datatype origin_type, int target, MPI_Aint disp, MPI_Count count,
                       MPI_Datatype type, MPI_Op op, MPI_Win win, MPI_Request* request) {
  run_requested(rank, win, target,
                make_accumulate(origin, origin_count, origin_type, disp, count, type, op), request);
}

void body::get_accumulate(Rank& rank, const void* origin, MPI_Count origin_count,
                          MPI_Datatype origin_type, void* result, MPI_Count result_count,
                          MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count count,
                          MPI_Datatype type, MPI_Op op, MPI_Win win) {
  run(rank, win, target,
      make_get_accumulate(origin, origin_count, origin_type, result, result_count, result_type,
                          disp, count, type, op));
}
void body::rget_accumulate(Rank& rank, const void* origin, MPI_Count origin_count,
                           MPI_Datatype origin_type, void* result, MPI_Count result_count,
                           MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count count,
                           MPI_Datatype type, MPI_Op op, MPI_Win win, MPI_Request* request) {
  run_requested(rank, win, target,
                make_get_accumulate(origin, origin_count, origin_type, result, result_count,
                                    result_type, disp, count, type, op),
                request);
}

extern "C" {

int MPI_Fetch_and_op(const void* origin, void* result, MPI_Datatype type, int target, MPI_Aint disp,
                     MPI_Op op, MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    run(rank, win, target,
        make_get_accumulate(origin, 1, type, result, 1, type, disp, 1, type, op));
  });
}

int MPI_Compare_and_swap(const void* origin, const void* compare, void* result, MPI_Datatype type,
                         int target, MPI_Aint disp, MPI_Win win) {
  return BAMBOO_MPI_ENTER(
      win, { run(rank, win, target, make_compare_and_swap(origin, compare, result, type, disp)); });
}

}  // extern "C"
}  // namespace bamboo::mpi
