// SPDX-License-Identifier: Apache-2.0
// The data part of collectives whose control part is a separate call (bamboo_plans.h).
#include "bamboo_plans.h"
#include "controls/plan_handle.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

int Bamboo_Data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan) {
  if (plan == BAMBOO_PLAN_NULL) return MPI_ERR_ARG;
  if (!plan->communicator) {
    before_blocking();
    return plan->native(sendbuf, recvbuf);
  }
  Communicator& communicator = *plan->communicator;
  PreparedCall prepared = plan->prepare(*plan->algorithm, sendbuf, recvbuf);
  if (!plan->pattern) return communicator.run(*plan->algorithm, prepared);
  return communicator.run(plan->pattern->schedule_for(prepared.problem), prepared);
}

int Bamboo_Alltoallv_data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan) {
  return Bamboo_Data(sendbuf, recvbuf, plan);
}

int Bamboo_Plan_free(Bamboo_Plan* plan) {
  delete *plan;
  *plan = BAMBOO_PLAN_NULL;
  return MPI_SUCCESS;
}
