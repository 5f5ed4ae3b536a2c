// SPDX-License-Identifier: Apache-2.0
// Persistent collectives of programs that use Open MPI's Fortran bindings, which call PMPIX_
// themselves.
#include "bamboo_plans.h"
#include "fortran/openmpi.h"
#include "interpose/persistent_names.h"

using namespace bamboo::plans::pmpi;

#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES

// The extension's names, and the standard's.
#define INIT(name, NAME, parameters)                                                               \
  extern "C" void ompix_##name##_init_f parameters;                                                \
  extern "C" void mpix_##name##_init_ parameters __attribute__((alias("ompix_" #name "_init_f"))); \
  extern "C" void mpix_##name##_init__ parameters                                                  \
      __attribute__((alias("ompix_" #name "_init_f")));                                            \
  extern "C" void mpi_##name##_init_ parameters __attribute__((alias("ompix_" #name "_init_f")));  \
  extern "C" void mpi_##name##_init__ parameters __attribute__((alias("ompix_" #name "_init_f"))); \
  extern "C" void ompix_##name##_init_f parameters

// What all of them end with.
#define COMMON MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *error
#define MAKE(Function, ...)                                                             \
  {                                                                                     \
    ORIGIN;                                                                             \
    MPI_Request made = MPI_REQUEST_NULL;                                                \
    const int code = Function(__VA_ARGS__, comm_of(comm), PMPI_Info_f2c(*info), &made); \
    give_request(request, error, code, made);                                           \
  }

INIT(barrier, BARRIER, (COMMON)) {
  ORIGIN;
  MPI_Request made = MPI_REQUEST_NULL;
  const int code = MPI_Barrier_init(comm_of(comm), PMPI_Info_f2c(*info), &made);
  give_request(request, error, code, made);
}

INIT(bcast, BCAST, (void* buffer, MPI_Fint* count, MPI_Fint* type, MPI_Fint* root, COMMON))
MAKE(MPI_Bcast_init, address(buffer), *count, type_of(type), *root)

INIT(alltoall, ALLTOALL,
     (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
      MPI_Fint* recvtype, COMMON))
MAKE(MPI_Alltoall_init, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
     *recvcount, type_of(recvtype))

INIT(allgather, ALLGATHER,
     (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
      MPI_Fint* recvtype, COMMON))
MAKE(MPI_Allgather_init, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
     *recvcount, type_of(recvtype))

INIT(allgatherv, ALLGATHERV,
     (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcounts,
      MPI_Fint* rdispls, MPI_Fint* recvtype, COMMON))
MAKE(MPI_Allgatherv_init, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
     recvcounts, rdispls, type_of(recvtype))

INIT(alltoallv, ALLTOALLV,
     (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint* sendtype, void* recvbuf,
      MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype, COMMON))
MAKE(MPI_Alltoallv_init, address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf),
     recvcounts, rdispls, type_of(recvtype))

INIT(gather, GATHER,
     (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
      MPI_Fint* recvtype, MPI_Fint* root, COMMON))
MAKE(MPI_Gather_init, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
     type_of(recvtype), *root)

INIT(scatter, SCATTER,
     (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
      MPI_Fint* recvtype, MPI_Fint* root, COMMON))
MAKE(MPI_Scatter_init, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
     *recvcount, type_of(recvtype), *root)

INIT(gatherv, GATHERV,
     (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcounts,
      MPI_Fint* rdispls, MPI_Fint* recvtype, MPI_Fint* root, COMMON))
MAKE(MPI_Gatherv_init, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
     recvcounts, rdispls, type_of(recvtype), *root)

INIT(scatterv, SCATTERV,
     (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint* sendtype, void* recvbuf,
      MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, COMMON))
MAKE(MPI_Scatterv_init, address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf),
     *recvcount, type_of(recvtype), *root)

INIT(reduce, REDUCE,
     (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op, MPI_Fint* root,
      COMMON))
MAKE(MPI_Reduce_init, address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), *root)

INIT(allreduce, ALLREDUCE,
     (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op, COMMON))
MAKE(MPI_Allreduce_init, address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op))

INIT(scan, SCAN,
     (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op, COMMON))
MAKE(MPI_Scan_init, address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op))

INIT(exscan, EXSCAN,
     (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op, COMMON))
MAKE(MPI_Exscan_init, address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op))

INIT(reduce_scatter_block, REDUCE_SCATTER_BLOCK,
     (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op, COMMON))
MAKE(MPI_Reduce_scatter_block_init, address(sendbuf), address(recvbuf), *count, type_of(type),
     op_of(op))

INIT(reduce_scatter, REDUCE_SCATTER,
     (void* sendbuf, void* recvbuf, MPI_Fint* counts, MPI_Fint* type, MPI_Fint* op, COMMON))
MAKE(MPI_Reduce_scatter_init, address(sendbuf), address(recvbuf), counts, type_of(type), op_of(op))
#endif
