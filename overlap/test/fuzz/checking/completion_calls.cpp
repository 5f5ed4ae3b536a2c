// SPDX-License-Identifier: Apache-2.0
// The functions that complete operations: each is carried out by MPI on MPI's own requests.
#include <cstdio>
#include <cstdlib>

#include "requests.h"

namespace {

/// MPI's requests in place of the program's, and back: what has become null is complete.
class RealRequests {
 public:
  RealRequests(int count, MPI_Request* requests) : requests_(requests) {
    for (int i = 0; i < count; ++i) {
      checking::Operation* operation = checking::find(requests[i]);
      real_.push_back(operation == nullptr ? requests[i] : *operation->real());
    }
  }
  MPI_Request* data() { return real_.data(); }
  ~RealRequests() {
    for (size_t i = 0; i < real_.size(); ++i) {
      checking::Operation* operation = checking::find(requests_[i]);
      if (operation == nullptr)
        requests_[i] = real_[i];
      else if (real_[i] == MPI_REQUEST_NULL)
        checking::complete(&requests_[i]);
    }
  }

 private:
  MPI_Request* requests_;
  std::vector<MPI_Request> real_;
};

void refuse(MPI_Request request, const char* function) {
  if (checking::find(request) != nullptr)
    checking::violation(function, 0, "is not supported by the checking layer");
}

}  // namespace

extern "C" {

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  RealRequests real(1, request);
  return PMPI_Wait(real.data(), status);
}
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  RealRequests real(count, requests);
  return PMPI_Waitall(count, real.data(), statuses);
}
int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  RealRequests real(count, requests);
  return PMPI_Waitany(count, real.data(), index, status);
}
int MPI_Waitsome(int count, MPI_Request requests[], int* done, int indices[],
                 MPI_Status statuses[]) {
  RealRequests real(count, requests);
  return PMPI_Waitsome(count, real.data(), done, indices, statuses);
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  RealRequests real(1, request);
  return PMPI_Test(real.data(), flag, status);
}
int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  RealRequests real(count, requests);
  return PMPI_Testall(count, real.data(), flag, statuses);
}
int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  RealRequests real(count, requests);
  return PMPI_Testany(count, real.data(), index, flag, status);
}
int MPI_Testsome(int count, MPI_Request requests[], int* done, int indices[],
                 MPI_Status statuses[]) {
  RealRequests real(count, requests);
  return PMPI_Testsome(count, real.data(), done, indices, statuses);
}

int MPI_Request_free(MPI_Request* request) {
  refuse(*request, "MPI_Request_free");
  return PMPI_Request_free(request);
}
int MPI_Cancel(MPI_Request* request) {
  refuse(*request, "MPI_Cancel");
  return PMPI_Cancel(request);
}
/// Every second time the operation is not complete, so that pieces of a core run.
int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  static unsigned queries = 0;
  checking::Operation* operation = checking::find(request);
  if (operation == nullptr) return PMPI_Request_get_status(request, flag, status);
  const int error = PMPI_Request_get_status(*operation->real(), flag, status);
  if (++queries % 2 != 0) *flag = 0;
  return error;
}

int MPI_Finalize() {
  checking::check_nothing_pending();
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && std::getenv("CHECKING_MPI_REPORT") != nullptr)
    std::fprintf(stderr, "checking MPI: %u operations\n", checking::operations());
  return PMPI_Finalize();
}

}  // extern "C"
