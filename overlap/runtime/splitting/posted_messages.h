/* SPDX-License-Identifier: Apache-2.0 */
/* The calls by which a program reports the messages that a function has started. Before the core of
 * a split nest it then asks which of them a completion completes, if the compiler does not know its
 * requests. They are not in split_nest.h because they need mpi.h.
 *
 * The list is a variable of the function. The program clears it, by a 0 in its first 8 bytes, at
 * each statement that may complete one of its messages or start another operation. Therefore its
 * messages are pending, and MPI gives pending operations different handles. */
#pragma once

#include <mpi.h>

#include "shared/split_call.h"
#include "split_nest.h"

extern "C" {

struct bamboo_split_posted_message {
  MPI_Request request;
  uint64_t address;
  MPI_Datatype type;
  MPI_Comm communicator;
  int32_t count;
  int8_t written, errors_end;
#ifdef MPICH_VERSION
  int64_t unused;
#endif
};
struct bamboo_split_posted_list {
  uint64_t used;
  struct bamboo_split_posted_message messages[bamboo::overlap::most_posted];
};

/* Call it after the initiation of a message, with the arguments of that call. A full list accepts
 * no further messages. */
void bamboo_split_posted(struct bamboo_split_posted_list* list, const MPI_Request* request,
                         uint64_t address, int32_t count, MPI_Datatype type, MPI_Comm communicator,
                         int32_t written);

/* Reports the memory of `count` requests and of their statuses, as bamboo_split_touch does. Null
 * requests have none. There is no core when a request is not in the list, or when its errors, or
 * those of MPI_COMM_WORLD, do not end the program. */
void bamboo_split_completes(struct bamboo_split* split, int32_t site,
                            const struct bamboo_split_posted_list* list,
                            const MPI_Request* requests, int32_t count, const MPI_Status* statuses);
}
