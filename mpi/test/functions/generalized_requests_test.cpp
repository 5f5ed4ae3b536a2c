// SPDX-License-Identifier: Apache-2.0
// Generalized requests whose functions fail: the program gets the codes that they return.
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(GeneralizedRequests, 1, 4);

struct Codes {
  int query, free, cancel;
};

int query(void* codes, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, 2);
  MPI_Status_set_cancelled(status, 0);
  return static_cast<Codes*>(codes)->query;
}
int release(void* codes) {
  return static_cast<Codes*>(codes)->free;
}
int cancel(void* codes, int) {
  return static_cast<Codes*>(codes)->cancel;
}

MPI_Request complete_request(Codes& codes) {
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, &codes, &request);
  MPI_Grequest_complete(request);
  return request;
}

int failing_functions(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  Codes fails_query{MPI_ERR_IO, MPI_SUCCESS, MPI_SUCCESS};
  Codes fails_free{MPI_SUCCESS, MPI_ERR_NO_MEM, MPI_SUCCESS};
  Codes fails_both{MPI_ERR_IO, MPI_ERR_NO_MEM, MPI_SUCCESS};
  Codes fails_cancel{MPI_SUCCESS, MPI_SUCCESS, MPI_ERR_ARG};
  MPI_Request request = complete_request(fails_query);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_IO);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  request = complete_request(fails_free);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_NO_MEM);
  request = complete_request(fails_both);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_NO_MEM);
  request = complete_request(fails_cancel);
  EXPECT_EQ(MPI_Cancel(&request), MPI_ERR_ARG);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);

  Codes good{MPI_SUCCESS, MPI_SUCCESS, MPI_SUCCESS};
  MPI_Request requests[2] = {complete_request(good), complete_request(fails_free)};
  MPI_Status statuses[2];
  EXPECT_EQ(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
  EXPECT_EQ(statuses[0].MPI_ERROR, MPI_SUCCESS);
  EXPECT_EQ(statuses[1].MPI_ERROR, MPI_ERR_NO_MEM);
  MPI_Finalize();
  return 0;
}
TEST_P(GeneralizedRequests, GiveTheCodesOfTheProgramsFunctions) {
  run(failing_functions);
}

int freed_before(int, char**) {
  MPI_Init(nullptr, nullptr);
  int freed = 0;
  const auto count = [](void* counter) { return ++*static_cast<int*>(counter), MPI_SUCCESS; };
  MPI_Request request;
  MPI_Grequest_start(query, count, cancel, &freed, &request);
  const MPI_Request copy = request;
  MPI_Request_free(&request);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_EQ(freed, 0);
  MPI_Grequest_complete(copy);
  EXPECT_EQ(freed, 1);
  MPI_Finalize();
  return 0;
}
TEST_P(GeneralizedRequests, EndWhenTheyAreCompleteAndFreed) {
  run(freed_before);
}

int wrong_generalized_requests(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  Codes good{MPI_SUCCESS, MPI_SUCCESS, MPI_SUCCESS};
  MPI_Request request = complete_request(good), receive;
  EXPECT_EQ(MPI_Grequest_complete(request), MPI_ERR_REQUEST) << "twice";
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(MPI_Grequest_complete(MPI_REQUEST_NULL), MPI_ERR_REQUEST);
  int in = 0;
  const int out = 5;
  MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &receive);
  EXPECT_EQ(MPI_Grequest_complete(receive), MPI_ERR_REQUEST);
  MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, 5);
  MPI_Finalize();
  return 0;
}
TEST_P(GeneralizedRequests, AreCompletedOnce) {
  run(wrong_generalized_requests);
}

}  // namespace
}  // namespace bamboo::mpi
