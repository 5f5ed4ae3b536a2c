// SPDX-License-Identifier: Apache-2.0
// The end of a control that keeps a plan (bamboo_controls.h).
#include "communicator/kept_plans.h"
#include "controls/closed_control.h"

using namespace bamboo::plans::pmpi;

int Bamboo_Control_close(uint64_t* control) {
  insist_on_open(control, "Bamboo_Control_close");
  KeptPlans::close(*control);
  *control = BAMBOO_CONTROL_CLOSED;
  return MPI_SUCCESS;
}
