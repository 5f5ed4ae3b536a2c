// SPDX-License-Identifier: Apache-2.0
// Generalized requests: operations of the program's own, which waits for them as for MPI's.
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "p2p/completion.h"

namespace bamboo::mpi {
extern "C" {

int MPI_Grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                       MPI_Grequest_cancel_function* cancel, void* extra_state,
                       MPI_Request* handle) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(handle, "request");
    auto request = std::make_unique<Request>(rank, std::in_place_type<GeneralizedRequest>, query,
                                             free, cancel, extra_state);
    request->started_by = rank.call;
    *handle = rank.requests.add(request.release());
  });
}

int MPI_Grequest_complete(MPI_Request handle) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    Request* request = rank.request_of(handle);
    if (!request || !request->is<GeneralizedRequest>())
      fail(MPI_ERR_REQUEST, "request is no generalized one");
    if (request->state.is_complete()) fail(MPI_ERR_REQUEST, "request is complete already");
    if (request->state.now() == RequestState::Abandoned) rank.requests.remove(handle);
    complete(*request);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
