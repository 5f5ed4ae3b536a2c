/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives in two parts (bamboo_plans.h) give what the MPI's own give. */
#include <bamboo_plans.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "requests/request_names.h"

static int rank, size;

static void check(int right, const char* what) {
  if (right) return;
  fprintf(stderr, "rank %d: %s is wrong\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The bytes that rank i has for rank j: none for many ranks, few, or many. */
static int amount(int i, int j) {
  const int mixed = (7 * i + 13 * j + (i ^ j)) % 5;
  return mixed == 0 ? 20000 + 100 * i + j : mixed == 1 ? 10 + i : 0;
}

static void fill(int* data, int count, int seed) {
  for (int i = 0; i < count; ++i) data[i] = 1000003 * seed + 17 * rank + i;
}

static void alltoallv(int level) {
  int *counts = malloc(size * sizeof(int)), *places = malloc(size * sizeof(int));
  int *from = malloc(size * sizeof(int)), *from_places = malloc(size * sizeof(int));
  MPI_Count* pattern = malloc(sizeof(MPI_Count) * size * size);
  int out = 0, in = 0;
  for (int i = 0; i < size; ++i) {
    counts[i] = amount(rank, i);
    from[i] = amount(i, rank);
    places[i] = out;
    from_places[i] = in;
    out += counts[i];
    in += from[i];
    for (int j = 0; j < size; ++j) pattern[i * size + j] = (MPI_Count)sizeof(int) * amount(i, j);
  }
  int *sent = malloc(sizeof(int) * (out + 1)), *got = calloc(in + 1, sizeof(int)),
      *right = calloc(in + 1, sizeof(int));
  Bamboo_Plan plan;
  if (level == 1)
    Bamboo_Alltoallv_control1(counts, places, MPI_INT, from, from_places, MPI_INT, MPI_COMM_WORLD,
                              &plan);
  else
    Bamboo_Alltoallv_control2(counts, places, MPI_INT, from, from_places, MPI_INT, pattern,
                              MPI_COMM_WORLD, &plan);
  for (int times = 0; times < 4; ++times) {
    fill(sent, out, times);
    check(Bamboo_Alltoallv_data(sent, got, plan) == MPI_SUCCESS, "a return code");
    PMPI_Alltoallv(sent, counts, places, MPI_INT, right, from, from_places, MPI_INT,
                   MPI_COMM_WORLD);
    check(memcmp(got, right, sizeof(int) * in) == 0, "Alltoallv_data");
  }
  Bamboo_Plan_free(&plan);
  check(plan == BAMBOO_PLAN_NULL, "a freed plan");
  /* Calls the function by the standard's name, whether or not the MPI has it. */
  MPI_Request request;
  MPI_Alltoallv_init(sent, counts, places, MPI_INT, got, from, from_places, MPI_INT, MPI_COMM_WORLD,
                     MPI_INFO_NULL, &request);
  for (int times = 4; times < 6; ++times) {
    fill(sent, out, times);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    PMPI_Alltoallv(sent, counts, places, MPI_INT, right, from, from_places, MPI_INT,
                   MPI_COMM_WORLD);
    check(memcmp(got, right, sizeof(int) * in) == 0, "Alltoallv_init");
  }
  MPI_Request_free(&request);
  free(counts), free(places), free(from), free(from_places), free(pattern);
  free(sent), free(got), free(right);
}

static void others(void) {
  const int n = 50;
  int *s = malloc(sizeof(int) * n * size), *r = calloc(n * size, sizeof(int)),
      *right = calloc(n * size, sizeof(int));
  Bamboo_Plan bcast, allreduce, alltoall, allgather, gather, scatter, barrier, reduce;
  Bamboo_Bcast_control(n, MPI_INT, size - 1, MPI_COMM_WORLD, &bcast);
  Bamboo_Allreduce_control(n, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &allreduce);
  Bamboo_Reduce_control(n, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD, &reduce);
  Bamboo_Alltoall_control(n, MPI_INT, n, MPI_INT, MPI_COMM_WORLD, &alltoall);
  Bamboo_Allgather_control(n, MPI_INT, n, MPI_INT, MPI_COMM_WORLD, &allgather);
  Bamboo_Gather_control(n, MPI_INT, n, MPI_INT, 0, MPI_COMM_WORLD, &gather);
  Bamboo_Scatter_control(n, MPI_INT, n, MPI_INT, 0, MPI_COMM_WORLD, &scatter);
  Bamboo_Barrier_control(MPI_COMM_WORLD, &barrier);
  for (int times = 0; times < 3; ++times) {
    fill(s, n * size, times);
    fill(r, n, times + rank);
    memcpy(right, r, sizeof(int) * n);
    Bamboo_Data(NULL, r, bcast);
    PMPI_Bcast(right, n, MPI_INT, size - 1, MPI_COMM_WORLD);
    check(memcmp(r, right, sizeof(int) * n) == 0, "Bcast");
    Bamboo_Data(s, r, allreduce);
    PMPI_Allreduce(s, right, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(memcmp(r, right, sizeof(int) * n) == 0, "Allreduce");
    Bamboo_Data(s, r, alltoall);
    PMPI_Alltoall(s, n, MPI_INT, right, n, MPI_INT, MPI_COMM_WORLD);
    check(memcmp(r, right, sizeof(int) * n * size) == 0, "Alltoall");
    Bamboo_Data(s, r, allgather);
    PMPI_Allgather(s, n, MPI_INT, right, n, MPI_INT, MPI_COMM_WORLD);
    check(memcmp(r, right, sizeof(int) * n * size) == 0, "Allgather");
    Bamboo_Data(s, r, scatter);
    PMPI_Scatter(s, n, MPI_INT, right, n, MPI_INT, 0, MPI_COMM_WORLD);
    check(memcmp(r, right, sizeof(int) * n) == 0, "Scatter");
    Bamboo_Data(s, r, gather);
    Bamboo_Data(NULL, NULL, barrier);
    PMPI_Gather(s, n, MPI_INT, right, n, MPI_INT, 0, MPI_COMM_WORLD);
    check(rank != 0 || memcmp(r, right, sizeof(int) * n * size) == 0, "Gather");
    Bamboo_Data(s, r, reduce);
    PMPI_Reduce(s, right, n, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    check(rank != 0 || memcmp(r, right, sizeof(int) * n) == 0, "Reduce");
  }
  Bamboo_Plan* all[] = {&bcast,  &allreduce, &alltoall, &allgather,
                        &gather, &scatter,   &barrier,  &reduce};
  for (int i = 0; i < 8; ++i) Bamboo_Plan_free(all[i]);
  free(s), free(r), free(right);
}

/* The root of a gather or scatter in place has one side only. */
static void in_place(void) {
  const int n = 30, root = size - 1, is_root = rank == root;
  int *all = malloc(sizeof(int) * n * size), *right = malloc(sizeof(int) * n * size);
  int *own = all + (is_root ? n * root : 0), *own_right = right + (is_root ? n * root : 0);
  Bamboo_Plan gather, scatter;
  Bamboo_Gather_control(is_root ? 0 : n, is_root ? MPI_DATATYPE_NULL : MPI_INT, n, MPI_INT, root,
                        MPI_COMM_WORLD, &gather);
  Bamboo_Scatter_control(n, MPI_INT, is_root ? 0 : n, is_root ? MPI_DATATYPE_NULL : MPI_INT, root,
                         MPI_COMM_WORLD, &scatter);
  for (int times = 0; times < 2; ++times) {
    fill(all, n * size, times);
    memcpy(right, all, sizeof(int) * n * size);
    Bamboo_Data(is_root ? MPI_IN_PLACE : own, all, gather);
    PMPI_Gather(is_root ? MPI_IN_PLACE : own_right, is_root ? 0 : n,
                is_root ? MPI_DATATYPE_NULL : MPI_INT, right, n, MPI_INT, root, MPI_COMM_WORLD);
    check(memcmp(all, right, sizeof(int) * n * size) == 0, "Gather in place");
    Bamboo_Data(all, is_root ? MPI_IN_PLACE : own, scatter);
    PMPI_Scatter(right, n, MPI_INT, is_root ? MPI_IN_PLACE : own_right, is_root ? 0 : n,
                 is_root ? MPI_DATATYPE_NULL : MPI_INT, root, MPI_COMM_WORLD);
    check(memcmp(all, right, sizeof(int) * n * size) == 0, "Scatter in place");
  }
  Bamboo_Plan_free(&gather);
  Bamboo_Plan_free(&scatter);
  free(all), free(right);
}

/* The MPI finds the fault, when data moves. */
static void faults(void) {
  MPI_Errhandler before;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int *none = calloc(size, sizeof(int)), *bad = calloc(size, sizeof(int)), data = 0, class;
  Bamboo_Plan plan;
  Bamboo_Bcast_control(1, MPI_INT, size, MPI_COMM_WORLD, &plan);
  MPI_Error_class(Bamboo_Data(NULL, &data, plan), &class);
  check(class == MPI_ERR_ROOT, "the error of a root that is none");
  Bamboo_Plan_free(&plan);
  bad[size / 2] = -1;
  Bamboo_Alltoallv_control1(bad, none, MPI_INT, bad, none, MPI_INT, MPI_COMM_WORLD, &plan);
  MPI_Error_class(Bamboo_Alltoallv_data(&data, &data + 1, plan), &class);
  check(class != MPI_SUCCESS, "the error of a count below 0");
  Bamboo_Plan_free(&plan);
  free(none), free(bad);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
  MPI_Errhandler_free(&before);
}

/* From the last rank to every second one. */
static void group(void) {
  int members[64], counts[64], displs[64], count = 0, all = 0;
  for (int i = size - 1; i >= 0; i -= 2) {
    members[count] = i;
    counts[count] = 3 + i;
    displs[count] = all;
    all += counts[count++] + 1;
  }
  if ((size - 1 - rank) % 2 != 0) return;
  const int mine = (size - 1 - rank) / 2;
  int *s = malloc(sizeof(int) * all), got[128] = {0};
  for (int i = 0; i < all; ++i) s[i] = 5 * i;
  Bamboo_Group opened;
  check(
      Bamboo_Scatterv_open_group(members, count, size - 1, MPI_COMM_WORLD, &opened) == MPI_SUCCESS,
      "an opened group");
  int multicast = 0;
  Bamboo_Scatterv_group_has_multicast(opened, &multicast);
  if (multicast && mine == 0) puts("multicast");
  /* Plans whose sides are compared first refuse more room than comes. */
  const int more = multicast && !getenv("BAMBOO_PLANS_VERIFY");
  for (int times = 0; times < 3; ++times) {
    Bamboo_Scatterv_data_movement(s, counts, displs, MPI_INT, got, counts[mine] + more * times,
                                  MPI_INT, opened);
    for (int i = 0; i < counts[mine]; ++i) check(got[i] == 5 * (displs[mine] + i), "Scatterv");
    check(got[counts[mine]] == 0, "what is behind a block");
  }
  Bamboo_Scatterv_close_group(&opened);
  check(opened == BAMBOO_GROUP_NULL, "a closed group");
  free(s);
}

/* The root waits for the others in the group's calls while they wait for its part of an exchange,
 * so long that it needs handshakes. */
static void group_beside_request(void) {
  enum { each = 30000 };
  int *s = calloc(size, each * sizeof(int)), *r = calloc(size, each * sizeof(int));
  int all[64], counts[64], displs[64], got = -1, ones[64], places[64];
  for (int i = 0; i < size; ++i) {
    all[i] = places[i] = i;
    counts[i] = each;
    displs[i] = i * each;
    ones[i] = 1;
  }
  Bamboo_Group opened;
  Bamboo_Scatterv_open_group(all, size, 0, MPI_COMM_WORLD, &opened);
  MPI_Request request;
  INIT(Alltoallv)(s, counts, displs, MPI_INT, r, counts, displs, MPI_INT, MPI_COMM_WORLD,
                  MPI_INFO_NULL, &request);
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < size * each; ++i) s[i] = turn + rank + i / each;
    MPI_Start(&request);
    if (rank != 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (turn == 0)
      Bamboo_Scatterv_data_movement(all, ones, places, MPI_INT, &got, 1, MPI_INT, opened);
    else
      Bamboo_Scatterv_close_group(&opened);
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < size * each; ++i)
      check(r[i] == turn + i / each + rank, "an exchange beside a group");
  }
  check(got == rank, "a group beside an exchange");
  MPI_Request_free(&request);
  free(s);
  free(r);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc == 1) { /* else nothing is planned on MPI_COMM_WORLD itself */
    alltoallv(1);
    alltoallv(2);
    others();
    in_place();
    faults();
  }
  group();
  group_beside_request();
  MPI_Finalize();
  if (rank == 0) puts("right");
  return 0;
}
