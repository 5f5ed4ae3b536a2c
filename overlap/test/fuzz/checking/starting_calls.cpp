// SPDX-License-Identifier: Apache-2.0
// The functions that start operations, each on copies of the program's buffers.
#include "requests.h"

namespace {

using checking::Blocks;
using checking::Operation;

int publish(int code, std::unique_ptr<Operation> operation, MPI_Request* request) {
  if (code == MPI_SUCCESS)
    checking::publish(std::move(operation), request);
  else
    *request = MPI_REQUEST_NULL;
  return code;
}

using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

int send(const char* name, Send real, const void* buffer, int count, MPI_Datatype type, int peer,
         int tag, MPI_Comm comm, MPI_Request* request) {
  auto operation = std::make_unique<Operation>(name);
  const void* copy = operation->sends(buffer, {{0, count, type}});
  const int code = real(copy, count, type, peer, tag, comm, operation->real());
  return publish(code, std::move(operation), request);
}

}  // namespace

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return send("MPI_Isend", PMPI_Isend, buffer, count, type, peer, tag, comm, request);
}
int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return send("MPI_Issend", PMPI_Issend, buffer, count, type, peer, tag, comm, request);
}
int MPI_Irsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return send("MPI_Irsend", PMPI_Irsend, buffer, count, type, peer, tag, comm, request);
}
int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  auto operation = std::make_unique<Operation>("MPI_Irecv");
  void* copy = operation->receives(buffer, {{0, count, type}});
  const int code = PMPI_Irecv(copy, count, type, peer, tag, comm, operation->real());
  return publish(code, std::move(operation), request);
}

}  // extern "C"
