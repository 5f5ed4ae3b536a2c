// SPDX-License-Identifier: Apache-2.0
// The functions of plans and controls that do not make them: data, files, the end (bamboo_plans.h,
// bamboo_controls.h).
#include <stdexcept>

#include "bamboo/support/diagnostic.h"
#include "bamboo_plans.h"
#include "communicator/control_plans.h"
#include "controls/closed_control.h"
#include "controls/plan_handle.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

int Bamboo_Data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan) {
  if (plan == BAMBOO_PLAN_NULL) return MPI_ERR_ARG;
  if (!plan->decision) {
    before_blocking();
    return plan->native(sendbuf, recvbuf);
  }
  PreparedCall prepared = plan->prepare(*plan->decision->algorithm, sendbuf, recvbuf);
  return plan->communicator->run(*plan->decision, prepared);
}

int Bamboo_Alltoallv_data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan) {
  return Bamboo_Data(sendbuf, recvbuf, plan);
}

int Bamboo_Plan_free(Bamboo_Plan* plan) {
  delete *plan;
  *plan = BAMBOO_PLAN_NULL;
  return MPI_SUCCESS;
}

int Bamboo_Plan_load(const char file[], MPI_Comm comm) {
  before_blocking();
  Communicator* communicator = Communicator::find(comm);
  if (!communicator || !communicator->open_channel()) return MPI_SUCCESS;
  try {
    communicator->take(load_plan_file(file, communicator->channel(), communicator->size()));
    return MPI_SUCCESS;
  } catch (const std::invalid_argument& error) {
    if (communicator->rank() == 0) bamboo::support::print_line(error.what());
    return MPI_ERR_ARG;
  }
}

int Bamboo_Control_close(uint64_t* control) {
  insist_on_open(control, "Bamboo_Control_close");
  ControlPlans::close(*control);
  *control = BAMBOO_CONTROL_CLOSED;
  return MPI_SUCCESS;
}
