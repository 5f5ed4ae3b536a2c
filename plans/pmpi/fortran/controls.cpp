// SPDX-License-Identifier: Apache-2.0
// bamboo_plans.h for Fortran (bamboo_plans.inc): handles are integers, errors the last argument.
#include <bamboo_plans.h>

#include <map>
#include <mutex>

#include "fortran/conversions.h"

using namespace bamboo::plans::pmpi;

namespace {

/// The numbers that stand for C's handles; 0 for none.
template <class Handle>
class Handles {
 public:
  MPI_Fint add(Handle handle) {
    if (!handle) return 0;
    const std::lock_guard lock(mutex_);
    handles_[++last_] = handle;
    return last_;
  }
  Handle at(MPI_Fint number) {
    const std::lock_guard lock(mutex_);
    const auto found = handles_.find(number);
    return found == handles_.end() ? Handle() : found->second;
  }
  Handle take(MPI_Fint number) {
    const std::lock_guard lock(mutex_);
    const auto found = handles_.extract(number);
    return found.empty() ? Handle() : found.mapped();
  }

 private:
  std::mutex mutex_;
  std::map<MPI_Fint, Handle> handles_;
  MPI_Fint last_ = 0;
};

Handles<Bamboo_Plan> plans;
Handles<Bamboo_Group> groups;

/// `control(&plan)`: the function of C.
template <class Control>
void make(MPI_Fint* plan, MPI_Fint* error, const Control& control) {
  Bamboo_Plan made = BAMBOO_PLAN_NULL;
  *error = control(&made);
  *plan = plans.add(made);
}

}  // namespace

using In = const MPI_Fint*;
using Out = MPI_Fint*;

extern "C" {

void bamboo_alltoallv_control1_(In sendcounts, In sdispls, In sendtype, In recvcounts, In rdispls,
                                In recvtype, In c, Out plan, Out error) {
  make(plan, error, [&](Bamboo_Plan* made) {
    return Bamboo_Alltoallv_control1(sendcounts, sdispls, type_of(sendtype), recvcounts, rdispls,
                                     type_of(recvtype), comm_of(c), made);
  });
}

void bamboo_alltoallv_control2_(In sendcounts, In sdispls, In sendtype, In recvcounts, In rdispls,
                                In recvtype, const MPI_Count* pattern, In c, Out plan, Out error) {
  make(plan, error, [&](Bamboo_Plan* made) {
    return Bamboo_Alltoallv_control2(sendcounts, sdispls, type_of(sendtype), recvcounts, rdispls,
                                     type_of(recvtype), pattern, comm_of(c), made);
  });
}

void bamboo_alltoallv_data_(void* sendbuf, void* recvbuf, In plan, Out error) {
  *error = Bamboo_Alltoallv_data(address(sendbuf), recvbuf, plans.at(*plan));
}

void bamboo_barrier_control_(In c, Out plan, Out error) {
  make(plan, error, [&](Bamboo_Plan* made) { return Bamboo_Barrier_control(comm_of(c), made); });
}

void bamboo_bcast_control_(In count, In datatype, In root, In c, Out plan, Out error) {
  make(plan, error, [&](Bamboo_Plan* made) {
    return Bamboo_Bcast_control(*count, type_of(datatype), *root, comm_of(c), made);
  });
}

#define ROOTED(name, Name)                                                                         \
  void bamboo_##name##_control_(In sendcount, In sendtype, In recvcount, In recvtype, In root,     \
                                In c, Out plan, Out error) {                                       \
    make(plan, error, [&](Bamboo_Plan* made) {                                                     \
      return Bamboo_##Name##_control(*sendcount, type_of(sendtype), *recvcount, type_of(recvtype), \
                                     *root, comm_of(c), made);                                     \
    });                                                                                            \
  }
ROOTED(gather, Gather)
ROOTED(scatter, Scatter)

#define UNROOTED(name, Name)                                                                       \
  void bamboo_##name##_control_(In sendcount, In sendtype, In recvcount, In recvtype, In c,        \
                                Out plan, Out error) {                                             \
    make(plan, error, [&](Bamboo_Plan* made) {                                                     \
      return Bamboo_##Name##_control(*sendcount, type_of(sendtype), *recvcount, type_of(recvtype), \
                                     comm_of(c), made);                                            \
    });                                                                                            \
  }
UNROOTED(allgather, Allgather)
UNROOTED(alltoall, Alltoall)

void bamboo_reduce_control_(In count, In datatype, In o, In root, In c, Out plan, Out error) {
  make(plan, error, [&](Bamboo_Plan* made) {
    return Bamboo_Reduce_control(*count, type_of(datatype), op_of(o), *root, comm_of(c), made);
  });
}

#define REDUCED(name, Name)                                                                  \
  void bamboo_##name##_control_(In count, In datatype, In o, In c, Out plan, Out error) {    \
    make(plan, error, [&](Bamboo_Plan* made) {                                               \
      return Bamboo_##Name##_control(*count, type_of(datatype), op_of(o), comm_of(c), made); \
    });                                                                                      \
  }
REDUCED(allreduce, Allreduce)
REDUCED(scan, Scan)
REDUCED(exscan, Exscan)

void bamboo_data_(void* sendbuf, void* recvbuf, In plan, Out error) {
  *error = Bamboo_Data(address(sendbuf), address(recvbuf), plans.at(*plan));
}

void bamboo_plan_free_(Out plan, Out error) {
  Bamboo_Plan freed = plans.take(*plan);
  *error = Bamboo_Plan_free(&freed);
  *plan = 0;
}

void bamboo_scatterv_open_group_(In members, In count, In root, In c, Out group, Out error) {
  Bamboo_Group opened = BAMBOO_GROUP_NULL;
  *error = Bamboo_Scatterv_open_group(members, *count, *root, comm_of(c), &opened);
  *group = groups.add(opened);
}

void bamboo_scatterv_data_movement_(void* sendbuf, In sendcounts, In displs, In sendtype,
                                    void* recvbuf, In recvcount, In recvtype, In group, Out error) {
  *error = Bamboo_Scatterv_data_movement(sendbuf, sendcounts, displs, type_of(sendtype),
                                         address(recvbuf), *recvcount, type_of(recvtype),
                                         groups.at(*group));
}

void bamboo_scatterv_group_has_multicast_(In group, Out flag, Out error) {
  int has = 0;
  *error = Bamboo_Scatterv_group_has_multicast(groups.at(*group), &has);
  *flag = has;
}

void bamboo_scatterv_close_group_(Out group, Out error) {
  Bamboo_Group closed = groups.take(*group);
  *error = Bamboo_Scatterv_close_group(&closed);
  *group = 0;
}
}
