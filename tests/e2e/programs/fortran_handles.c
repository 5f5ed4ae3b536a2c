/* SPDX-License-Identifier: Apache-2.0 */
/* Handles and statuses are converted to integers, as Fortran has them, and back, as in the C
 * side of a library's Fortran interface. */
#include "check.h"

#define SAME(Handle, c2f, f2c, handle)    \
  do {                                    \
    const Handle before = (handle);       \
    const MPI_Fint integer = c2f(before); \
    CHECK(f2c(integer) == before);        \
    CHECK(c2f(before) == integer);        \
  } while (0)

#define SAME_COMM(handle) SAME(MPI_Comm, MPI_Comm_c2f, MPI_Comm_f2c, handle)
#define SAME_ERRHANDLER(handle) SAME(MPI_Errhandler, MPI_Errhandler_c2f, MPI_Errhandler_f2c, handle)
#define SAME_GROUP(handle) SAME(MPI_Group, MPI_Group_c2f, MPI_Group_f2c, handle)
#define SAME_INFO(handle) SAME(MPI_Info, MPI_Info_c2f, MPI_Info_f2c, handle)
#define SAME_OP(handle) SAME(MPI_Op, MPI_Op_c2f, MPI_Op_f2c, handle)
#define SAME_REQUEST(handle) SAME(MPI_Request, MPI_Request_c2f, MPI_Request_f2c, handle)
#define SAME_TYPE(handle) SAME(MPI_Datatype, MPI_Type_c2f, MPI_Type_f2c, handle)

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((int*)inout)[i] += ((int*)in)[i];
}

static void errors(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  (void)code;
}

/* Fortran calls a library's wrapper in this way: all arguments are integers. */
static int sum_over(MPI_Fint comm, MPI_Fint type, MPI_Fint op, int mine) {
  int sum = -1;
  MPI_Allreduce(&mine, &sum, 1, MPI_Type_f2c(type), MPI_Op_f2c(op), MPI_Comm_f2c(comm));
  return sum;
}

/* MPI 5.0's integers, which are not Fortran's alone. */
static void integers(MPI_Comm comm, MPI_Errhandler handler, MPI_Group group, MPI_Info info,
                     MPI_Op op, MPI_Request request, MPI_Datatype type) {
#ifdef MPI_ABI_VERSION
  CHECK(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
  CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(handler)) == handler);
  CHECK(MPI_Group_fromint(MPI_Group_toint(group)) == group);
  CHECK(MPI_Info_fromint(MPI_Info_toint(info)) == info);
  CHECK(MPI_Op_fromint(MPI_Op_toint(op)) == op);
  CHECK(MPI_Request_fromint(MPI_Request_toint(request)) == request);
  CHECK(MPI_Type_fromint(MPI_Type_toint(type)) == type);
#else
  (void)comm, (void)handler, (void)group, (void)info, (void)op, (void)request, (void)type;
#endif
}

static void predefined(void) {
  integers(MPI_COMM_WORLD, MPI_ERRORS_RETURN, MPI_GROUP_EMPTY, MPI_INFO_NULL, MPI_SUM,
           MPI_REQUEST_NULL, MPI_INT);
  SAME_COMM(MPI_COMM_WORLD);
  SAME_COMM(MPI_COMM_SELF);
  SAME_COMM(MPI_COMM_NULL);
  SAME_ERRHANDLER(MPI_ERRORS_RETURN);
  SAME_GROUP(MPI_GROUP_EMPTY);
  SAME_GROUP(MPI_GROUP_NULL);
  SAME_INFO(MPI_INFO_NULL);
  SAME_OP(MPI_SUM);
  SAME_OP(MPI_OP_NULL);
  SAME_REQUEST(MPI_REQUEST_NULL);
  SAME_TYPE(MPI_INT);
  SAME_TYPE(MPI_DOUBLE_INT);
  SAME_TYPE(MPI_DATATYPE_NULL);
  CHECK(MPI_Comm_c2f(MPI_COMM_WORLD) != MPI_Comm_c2f(MPI_COMM_SELF));
}

static void made(int rank) {
  MPI_Comm comms[3];
  MPI_Datatype types[3];
  MPI_Op op;
  MPI_Group group;
  MPI_Info info;
  MPI_Errhandler handler;
  MPI_Op_create(add, 1, &op);
  MPI_Info_create(&info);
  MPI_Comm_create_errhandler(errors, &handler);
  for (int i = 0; i < 3; i++) {
    MPI_Comm_split(MPI_COMM_WORLD, rank % (i + 1), rank, &comms[i]);
    MPI_Type_contiguous(i + 1, MPI_INT, &types[i]);
    MPI_Type_commit(&types[i]);
  }
  MPI_Comm_group(comms[1], &group);
  for (int i = 0; i < 3; i++) {
    SAME_COMM(comms[i]);
    SAME_TYPE(types[i]);
    for (int k = 0; k < i; k++) CHECK(MPI_Comm_c2f(comms[i]) != MPI_Comm_c2f(comms[k]));
    printf("rank %d: sum over communicator %d is %d\n", rank, i,
           sum_over(MPI_Comm_c2f(comms[i]), MPI_Type_c2f(MPI_INT), MPI_Op_c2f(op), rank + i));
  }
  SAME_OP(op);
  SAME_GROUP(group);
  SAME_INFO(info);
  SAME_ERRHANDLER(handler);
  MPI_Request request;
  MPI_Recv_init(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  integers(comms[1], handler, group, info, op, request, types[1]);
  MPI_Request_free(&request);
  MPI_Comm from = MPI_Comm_f2c(MPI_Comm_c2f(comms[2]));
  MPI_Comm_free(&from); /* it is the same communicator, not a copy */
  MPI_Comm_free(&comms[0]);
  MPI_Comm_free(&comms[1]);
  for (int i = 0; i < 3; i++) MPI_Type_free(&types[i]);
  MPI_Op_free(&op);
  MPI_Group_free(&group);
  MPI_Info_free(&info);
  MPI_Errhandler_free(&handler);
}

/* Requests are begun by their handles and completed by their integers, and the other way round. */
static void requests(int rank, int size) {
  for (int round = 0; round < 3; round++) {
    int in = -1, out = rank * 10 + round, count = 0;
    MPI_Fint integers[2], f_status[64]; /* MPI 3.1 has no name for their number */
    MPI_Request begun[2];
    MPI_Status status, again;
    MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, round, MPI_COMM_WORLD, &begun[0]);
    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % size, round, MPI_COMM_WORLD, &begun[1]);
    for (int i = 0; i < 2; i++) {
      SAME_REQUEST(begun[i]);
      integers[i] = MPI_Request_c2f(begun[i]);
    }
    CHECK(integers[0] != integers[1]);
    MPI_Request sent = MPI_Request_f2c(integers[1]), received = MPI_Request_f2c(integers[0]);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Wait(&received, &status);
    CHECK(MPI_Request_c2f(received) == MPI_Request_c2f(MPI_REQUEST_NULL));
    MPI_Status_c2f(&status, f_status);
    memset(&again, 0, sizeof again);
    MPI_Status_f2c(f_status, &again);
    MPI_Get_count(&again, MPI_INT, &count);
    printf("rank %d: %d from %d, tag %d, count %d\n", rank, in, again.MPI_SOURCE, again.MPI_TAG,
           count);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  predefined();
  made(world_rank());
  requests(world_rank(), world_size());
  MPI_Finalize();
  return 0;
}
