// SPDX-License-Identifier: Apache-2.0
// The fields of a status.
#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/entry.h"
#include "p2p/status.h"
#include "types/datatype.h"

using namespace bamboo::mpi;

void body::get_count(Rank&, const MPI_Status* status, MPI_Datatype type, CountResult count) {
  check_pointer(status, "status");
  check_pointer(count, "count");
  const std::size_t size = datatype(type).size, bytes = status_bytes(*status);
  if (!size)
    count.set(bytes ? MPI_UNDEFINED : 0);
  else
    count.set(bytes % size ? MPI_UNDEFINED : static_cast<MPI_Count>(bytes / size));
}

void body::get_elements(Rank&, const MPI_Status* status, MPI_Datatype type, CountResult count) {
  check_pointer(status, "status");
  check_pointer(count, "count");
  count.set(elements_in(datatype(type), status_bytes(*status)));
}

void body::status_set_elements(Rank&, MPI_Status* status, MPI_Datatype type, MPI_Count count) {
  check_pointer(status, "status");
  check_count(count);
  set_status_bytes(*status, bytes_of_elements(datatype(type), static_cast<std::size_t>(count)));
}

int MPI_Get_elements_x(const MPI_Status* status, MPI_Datatype type, MPI_Count* count) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, { body::get_elements(rank, status, type, count); });
}

int MPI_Status_set_elements_x(MPI_Status* status, MPI_Datatype type, MPI_Count count) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { body::status_set_elements(rank, status, type, count); });
}

int MPI_Status_set_cancelled(MPI_Status* status, int flag) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(status, "status");
    set_status_cancelled(*status, flag != 0);
  });
}

int MPI_Test_cancelled(const MPI_Status* status, int* flag) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(status, "status");
    check_pointer(flag, "flag");
    *flag = status_cancelled(*status);
  });
}

#define STATUS_FIELD(function, member, argument)                        \
  int MPI_Status_get_##function(const MPI_Status* status, int* value) { \
    return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {                           \
      check_pointer(status, "status");                                  \
      check_pointer(value, argument);                                   \
      *value = status->member;                                          \
    });                                                                 \
  }                                                                     \
  int MPI_Status_set_##function(MPI_Status* status, int value) {        \
    return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {                           \
      check_pointer(status, "status");                                  \
      status->member = value;                                           \
    });                                                                 \
  }
STATUS_FIELD(source, MPI_SOURCE, "source")
STATUS_FIELD(tag, MPI_TAG, "tag")
STATUS_FIELD(error, MPI_ERROR, "err")
