/* SPDX-License-Identifier: Apache-2.0 */
/* How long a collective takes, from the moment at which all ranks begin to the end of the last one.
 *
 *   collective_bench OPERATION BYTES CALLS [WARM-UP CALLS [COMPUTED MS]]
 *
 * BYTES: of the message (bcast), of the vector of 8-byte integers (reduce, allreduce), of each of five receivers' (scatterv; group, by bamboo_plans.h),
 * of each rank's block (scatter, allgather), of each pair's (alltoall, alltoallv); which random
 * pattern (random: see collective_bench.h). ibcast and so on begin, compute for so many ms and wait;
 * bcast_init and so on start a persistent request and wait. The last call checks the data received.
 */
#include "collective_bench.h"
#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define INIT(name) MPIX_##name##_init
#else
#define INIT(name) MPI_##name##_init
#endif
#ifdef HAS_PLANS_LIBRARY
#include "bamboo_plans.h"
#endif

struct buffers {
  int rank, size, bytes;
  const int* pattern; /* of alltoallv */
  int *sent, *to_send, *received, *to_receive;
  unsigned char *out, *in;
};

static int run_bcast(struct buffers* b) {
  return MPI_Bcast(b->rank == 0 ? b->out : b->in, b->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}
static int run_scatter(struct buffers* b) {
  return MPI_Scatter(b->out, b->bytes, MPI_BYTE, b->in, b->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}
static int run_scatterv(struct buffers* b) {
  return MPI_Scatterv(b->out, b->sent, b->to_send, MPI_BYTE, b->in, b->received[0], MPI_BYTE, 0,
                      MPI_COMM_WORLD);
}
#ifdef HAS_PLANS_LIBRARY
/* Times the same operation in a group of the six ranks that take part, which is opened in the first
 * call. The other ranks do not take part. */
static Bamboo_Group group = BAMBOO_GROUP_NULL;

static int run_group(struct buffers* b) {
  int members[6], counts[6], places[6], count = 0, is_member = 0;
  for (int r = 0; r < b->size && count < 6; ++r) {
    if (r > 0 && b->pattern[r] == 0) continue;
    members[count] = r;
    counts[count] = b->pattern[r];
    places[count] = b->rank == 0 ? b->to_send[r] : 0;
    ++count;
    is_member |= r == b->rank;
  }
  if (!is_member) return MPI_SUCCESS;
  if (group == BAMBOO_GROUP_NULL)
    Bamboo_Scatterv_open_group(members, count, 0, MPI_COMM_WORLD, &group);
  return Bamboo_Scatterv_data_movement(b->out, counts, places, MPI_BYTE, b->in, b->received[0],
                                       MPI_BYTE, group);
}
#endif
static int run_allgather(struct buffers* b) {
  return MPI_Allgather(b->out, b->bytes, MPI_BYTE, b->in, b->bytes, MPI_BYTE, MPI_COMM_WORLD);
}
static int run_alltoall(struct buffers* b) {
  return MPI_Alltoall(b->out, b->bytes, MPI_BYTE, b->in, b->bytes, MPI_BYTE, MPI_COMM_WORLD);
}
static int run_alltoallv(struct buffers* b) {
  return MPI_Alltoallv(b->out, b->sent, b->to_send, MPI_BYTE, b->in, b->received, b->to_receive,
                       MPI_BYTE, MPI_COMM_WORLD);
}

static int run_reduce(struct buffers* b) {
  return MPI_Reduce(b->out, b->in, b->bytes / 8, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
}
static int run_allreduce(struct buffers* b) {
  return MPI_Allreduce(b->out, b->in, b->bytes / 8, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}
static int run_gather(struct buffers* b) {
  return MPI_Gather(b->out, b->bytes, MPI_BYTE, b->in, b->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Nonblocking: the program computes before it waits. */
static double computed = 0; /* seconds */

static int compute_and_wait(MPI_Request* request) {
  const double end = PMPI_Wtime() + computed;
  while (PMPI_Wtime() < end) continue;
  return MPI_Wait(request, MPI_STATUS_IGNORE);
}

#define NONBLOCKING(name, ...)                \
  static int run_i##name(struct buffers* b) { \
    MPI_Request request;                      \
    MPI_I##name(__VA_ARGS__, &request);       \
    return compute_and_wait(&request);        \
  }
NONBLOCKING(bcast, b->rank == 0 ? b->out : b->in, b->bytes, MPI_BYTE, 0, MPI_COMM_WORLD)
NONBLOCKING(reduce, b->out, b->in, b->bytes / 8, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD)
NONBLOCKING(allreduce, b->out, b->in, b->bytes / 8, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD)
NONBLOCKING(allgather, b->out, b->bytes, MPI_BYTE, b->in, b->bytes, MPI_BYTE, MPI_COMM_WORLD)
NONBLOCKING(alltoall, b->out, b->bytes, MPI_BYTE, b->in, b->bytes, MPI_BYTE, MPI_COMM_WORLD)

/* Persistent: the first call makes the request. */
static MPI_Request persistent = MPI_REQUEST_NULL;

#define PERSISTENT(name, function, ...)                                                          \
  static int run_##name##_init(struct buffers* b) {                                              \
    if (persistent == MPI_REQUEST_NULL) INIT(function)(__VA_ARGS__, MPI_INFO_NULL, &persistent); \
    MPI_Start(&persistent);                                                                      \
    return compute_and_wait(&persistent);                                                        \
  }
PERSISTENT(bcast, Bcast, b->rank == 0 ? b->out : b->in, b->bytes, MPI_BYTE, 0, MPI_COMM_WORLD)
PERSISTENT(reduce, Reduce, b->out, b->in, b->bytes / 8, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD)
PERSISTENT(allreduce, Allreduce, b->out, b->in, b->bytes / 8, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD)

/* Blocks of input and output, as multiples of all ranks' blocks; what the busiest link carries. */
static const struct operation {
  const char* name;
  int (*run)(struct buffers*);
  int one_out, one_in; /* one block instead of one for each rank */
  const char* pattern; /* has counts of its own */
} operations[] = {
#ifdef HAS_PLANS_LIBRARY
    {"group", run_group, 0, 0, "five"},
#endif
    {"bcast", run_bcast, 1, 1, NULL},
    {"scatter", run_scatter, 0, 1, NULL},
    {"gather", run_gather, 1, 0, NULL},
    {"reduce", run_reduce, 1, 1, NULL},
    {"allreduce", run_allreduce, 1, 1, NULL},
    {"scatterv", run_scatterv, 0, 0, "five"},
    {"allgather", run_allgather, 1, 0, NULL},
    {"alltoall", run_alltoall, 0, 0, NULL},
    {"alltoallv", run_alltoallv, 0, 0, "uniform"},
    {"random", run_alltoallv, 0, 0, "random"},
    {"ibcast", run_ibcast, 1, 1, NULL},
    {"ireduce", run_ireduce, 1, 1, NULL},
    {"iallreduce", run_iallreduce, 1, 1, NULL},
    {"iallgather", run_iallgather, 1, 0, NULL},
    {"ialltoall", run_ialltoall, 0, 0, NULL},
    {"bcast_init", run_bcast_init, 1, 1, NULL},
    {"reduce_init", run_reduce_init, 1, 1, NULL},
    {"allreduce_init", run_allreduce_init, 1, 1, NULL}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static const struct operation* find_operation(const char* name) {
  for (int i = 0; i < OPERATIONS; ++i)
    if (strcmp(operations[i].name, name) == 0) return &operations[i];
  return NULL;
}

static int is_bcast(const struct operation* what) {
  return what->run == run_bcast || what->run == run_ibcast || what->run == run_bcast_init;
}
static int is_reduce(const struct operation* what) {
  return what->run == run_reduce || what->run == run_ireduce || what->run == run_reduce_init;
}
static int is_allreduce(const struct operation* what) {
  return what->run == run_allreduce || what->run == run_iallreduce ||
         what->run == run_allreduce_init;
}

/* The bytes on the busiest host's link in one direction, if all of them go there once. */
static long busiest_link(const struct operation* what, const struct buffers* b) {
  if (what->pattern) return busiest_of(b->pattern, b->size);
  if (is_bcast(what) || is_reduce(what)) return b->bytes;
  const long others = (long)(b->size - 1) * b->bytes;
  return is_allreduce(what) ? 2 * others / b->size : others;
}

static struct buffers make_buffers(const struct operation* what, int bytes) {
  struct buffers b = {.bytes = bytes};
  PMPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &b.size);
  const size_t size = (size_t)b.size, four = 4 * size;
  b.sent = new_memory(four * sizeof(int));
  b.to_send = b.sent + size;
  b.received = b.to_send + size;
  b.to_receive = b.received + size;
  if (what->pattern) b.pattern = make_pattern(what->pattern, bytes, b.size);
  size_t out = 0, in = 0;
  for (int r = 0; r < b.size; ++r) {
    b.sent[r] = b.pattern ? b.pattern[b.rank * b.size + r] : what->one_out && r > 0 ? 0 : bytes;
    b.received[r] = b.pattern ? b.pattern[r * b.size + b.rank] : what->one_in && r > 0 ? 0 : bytes;
    b.to_send[r] = (int)out;
    b.to_receive[r] = (int)in;
    out += (size_t)b.sent[r];
    in += (size_t)b.received[r];
  }
  b.out = new_memory(out);
  b.in = new_memory(in);
  for (int r = 0; r < b.size; ++r)
    fill(b.out + b.to_send[r], b.rank, what->one_out ? 0 : r, b.sent[r]);
  return b;
}

static int is_sum(const struct buffers* b) {
  uint64_t *sum = new_memory((size_t)b->bytes), *one = new_memory((size_t)b->bytes);
  for (int r = 0; r < b->size; ++r) {
    fill((unsigned char*)one, r, 0, b->bytes);
    for (int i = 0; i < b->bytes / 8; ++i) sum[i] += one[i];
  }
  const int right = memcmp(sum, b->in, (size_t)(b->bytes / 8 * 8)) == 0;
  free(sum), free(one);
  return right;
}

static int is_right(const struct operation* what, const struct buffers* b) {
  if (is_bcast(what) && b->rank == 0) return 1;
  if ((what->run == run_gather || is_reduce(what)) && b->rank != 0) return 1;
  if (is_reduce(what) || is_allreduce(what)) return is_sum(b);
  for (int r = 0; r < b->size; ++r)
    if (!is_filled(b->in + b->to_receive[r], what->one_in ? 0 : r, what->one_out ? 0 : b->rank,
                   b->received[r]))
      return 0;
  return 1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const struct operation* what = argc > 3 ? find_operation(argv[1]) : NULL;
  const int calls = argc > 3 ? atoi(argv[3]) : 0, warm_up = argc > 4 ? atoi(argv[4]) : 2;
  if (!what || calls < 1 || atoi(argv[2]) < 0 || warm_up < 0) {
    if (rank == 0)
      fprintf(stderr,
              "usage: collective_bench bcast|scatter|scatterv|gather|reduce|allreduce|allgather|"
              "alltoall|alltoallv|random|ibcast|ireduce|iallreduce|iallgather|ialltoall|bcast_init|"
              "reduce_init|allreduce_init BYTES CALLS [WARM-UP [COMPUTED MS]]\n");
    MPI_Finalize();
    return 2;
  }
  if (argc > 5) computed = 1e-3 * atof(argv[5]);
  struct buffers b = make_buffers(what, atoi(argv[2]));
  for (int i = 0; i < warm_up; ++i) what->run(&b);

  double* seconds = new_memory((size_t)calls * sizeof *seconds);
  const int counts = speaks_for_host();
  PMPI_Barrier(MPI_COMM_WORLD);
  long again = 0;
  struct together together = make_together(calls);
  for (int i = 0, valid; i < calls; i += valid) {
    if (i == calls - 1)
      for (int r = 0; r < b.size; ++r) memset(b.in + b.to_receive[r], 0, (size_t)b.received[r]);
    const long before = counts ? retransmits_of_host() : 0;
    begin_together(&together);
    what->run(&b);
    seconds[i] = end_together(&together, &valid);
    if (counts && valid) again += retransmits_of_host() - before;
  }
  PMPI_Barrier(MPI_COMM_WORLD);
  slowest_of_all(seconds, calls);
  int right = is_right(what, &b);
  PMPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  PMPI_Allreduce(MPI_IN_PLACE, &again, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("time: %.6f ms, %.6f ... %.6f in %d calls\n", 1e3 * seconds[calls / 2], 1e3 * seconds[0],
           1e3 * seconds[calls - 1], calls);
    printf("retransmits: %ld\n", again);
    printf("busiest: %ld bytes\n", busiest_link(what, &b));
    printf("result: %s\n", right ? "right" : "WRONG");
  }
#ifdef HAS_PLANS_LIBRARY
  if (group != BAMBOO_GROUP_NULL) {
    int multicast = 0;
    Bamboo_Scatterv_group_has_multicast(group, &multicast);
    if (rank == 0) printf("group: %s\n", multicast ? "multicast" : "unicast");
    Bamboo_Scatterv_close_group(&group);
  }
#endif
  if (persistent != MPI_REQUEST_NULL) MPI_Request_free(&persistent);
  free(seconds), free(b.sent), free(b.out), free(b.in), free((void*)b.pattern);
  MPI_Finalize();
  return !right;
}
