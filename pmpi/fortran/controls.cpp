// SPDX-License-Identifier: Apache-2.0
// bamboo_plans.h for Fortran (bamboo_plans.inc): handles are integers, errors the last argument.
// signatures/ makes the control parts whose arguments are those of an MPI function.
#include <bamboo_plans.h>

#include <cstddef>
#include <string>

#include "fortran/plan_handles.h"

using namespace bamboo::plans::pmpi;

namespace {
HandleNumbers<Bamboo_Group> group_numbers;
}

using In = const MPI_Fint*;
using Out = MPI_Fint*;

extern "C" {

void bamboo_alltoallv_data_(void* sendbuf, void* recvbuf, In plan, Out error) {
  *error = Bamboo_Alltoallv_data(address(sendbuf), recvbuf, plan_numbers.at(*plan));
}

void bamboo_data_(void* sendbuf, void* recvbuf, In plan, Out error) {
  *error = Bamboo_Data(address(sendbuf), address(recvbuf), plan_numbers.at(*plan));
}

void bamboo_plan_free_(Out plan, Out error) {
  Bamboo_Plan freed = plan_numbers.take(*plan);
  *error = Bamboo_Plan_free(&freed);
  *plan = 0;
}

void bamboo_plan_load_(const char* file, In c, Out error, std::size_t length) {
  std::string name(file, length);
  name.erase(name.find_last_not_of(' ') + 1);
  *error = Bamboo_Plan_load(name.c_str(), comm_of(c));
}

void bamboo_scatterv_open_group_(In members, In count, In root, In c, Out group, Out error) {
  Bamboo_Group opened = BAMBOO_GROUP_NULL;
  *error = Bamboo_Scatterv_open_group(members, *count, *root, comm_of(c), &opened);
  *group = group_numbers.add(opened);
}

void bamboo_scatterv_data_movement_(void* sendbuf, In sendcounts, In displs, In sendtype,
                                    void* recvbuf, In recvcount, In recvtype, In group, Out error) {
  *error = Bamboo_Scatterv_data_movement(sendbuf, sendcounts, displs, type_of(sendtype),
                                         address(recvbuf), *recvcount, type_of(recvtype),
                                         group_numbers.at(*group));
}

void bamboo_scatterv_group_has_multicast_(In group, Out flag, Out error) {
  int has = 0;
  *error = Bamboo_Scatterv_group_has_multicast(group_numbers.at(*group), &has);
  *flag = has;
}

void bamboo_scatterv_close_group_(Out group, Out error) {
  Bamboo_Group closed = group_numbers.take(*group);
  *error = Bamboo_Scatterv_close_group(&closed);
  *group = 0;
}
}
