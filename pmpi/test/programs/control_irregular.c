/* SPDX-License-Identifier: Apache-2.0 */
/* Irregular collectives in two parts (bamboo_plans.h) give what the MPI's own give.
 *
 *     control_irregular        plans them where that is possible
 *     control_irregular off    BAMBOO_PLANS=off: the MPI's own serve
 *     control_irregular same   BAMBOO_PLANS=same-bits: those that round
 *     control_irregular other  gives a pattern with other counts; does not return */
#define _GNU_SOURCE
#include <bamboo_plans.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 16, longest = 9000 };

static int rank, size, level;
static MPI_Comm comm;
static int *sent, *got, *right;

static void check(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "rank %d, level %d: %s is wrong\n", rank, level, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The library's calls of the MPI come through here. */
static int native_calls;

int PMPI_Scatterv(const void* s, const int counts[], const int displs[], MPI_Datatype t, void* r,
                  int count, MPI_Datatype u, int root, MPI_Comm c) {
  int (*next)(const void*, const int[], const int[], MPI_Datatype, void*, int, MPI_Datatype, int,
              MPI_Comm) = dlsym(RTLD_NEXT, "PMPI_Scatterv");
  ++native_calls;
  return next(s, counts, displs, t, r, count, u, root, c);
}
int PMPI_Reduce_scatter(const void* s, void* r, const int counts[], MPI_Datatype t, MPI_Op op,
                        MPI_Comm c) {
  int (*next)(const void*, void*, const int[], MPI_Datatype, MPI_Op, MPI_Comm) =
      dlsym(RTLD_NEXT, "PMPI_Reduce_scatter");
  ++native_calls;
  return next(s, r, counts, t, op, c);
}

/* The beginnings of each rank's elements on one side, with a hole behind each block. */
typedef struct {
  int counts[most], places[most];
} Side;

/* The elements that rank i has for rank j: none for many, few, or enough to be cut. */
static int amount(int i, int j) {
  const int mixed = (7 * i + 13 * j + (i ^ j)) % 5;
  return mixed == 0 ? longest - 10 * i - j : mixed == 1 ? 10 + i : 0;
}
static Side side(int (*count)(int i)) {
  Side made = {{0}, {0}};
  int next = 3;
  for (int i = 0; i < size; ++i) {
    made.counts[i] = count(i);
    made.places[i] = next;
    next += made.counts[i] + 1;
  }
  return made;
}
static int outgoing(int i) {
  return amount(rank, i);
}
static int incoming(int i) {
  return amount(i, rank);
}
static int of_block(int i) {
  return amount(i, 2);
}

static void fill(int seed) {
  for (int i = 0; i < most * (longest + 2); ++i) {
    sent[i] = 1000003 * seed + 17 * rank + i;
    got[i] = right[i] = -i;
  }
}
static void compare(const char* what) {
  check(memcmp(got, right, sizeof(int) * most * (longest + 2)) == 0, what);
}
/* What a program may do when the control part has returned. */
static void forget(Side* one) {
  memset(one, 0x55, sizeof *one);
}

static void alltoallw(void) {
  Side out = side(outgoing), in = side(incoming);
  MPI_Datatype types[most];
  MPI_Count pattern[most * most];
  for (int i = 0; i < size; ++i) {
    types[i] = MPI_INT;
    out.places[i] *= (int)sizeof(int);
    in.places[i] *= (int)sizeof(int);
    for (int j = 0; j < size; ++j) pattern[i * size + j] = (MPI_Count)sizeof(int) * amount(i, j);
  }
  Side o = out, i = in;
  MPI_Datatype t[most];
  memcpy((void *)t, (const void *)types, sizeof t);
  Bamboo_Plan plan;
  if (level == 1)
    Bamboo_Alltoallw_control1(o.counts, o.places, t, i.counts, i.places, t, comm, &plan);
  else
    Bamboo_Alltoallw_control2(o.counts, o.places, t, i.counts, i.places, t, pattern, comm, &plan);
  forget(&o), forget(&i), memset((void *)t, 0, sizeof t);
  for (int times = 0; times < 2; ++times) {
    fill(times);
    check(Bamboo_Data(sent, got, plan) == MPI_SUCCESS, "a return code");
    PMPI_Alltoallw(sent, out.counts, out.places, types, right, in.counts, in.places, types, comm);
    compare("Alltoallw");
  }
  Bamboo_Plan_free(&plan);
}

static void gatherv(int root, MPI_Datatype type) {
  Side in = side(of_block), i = in;
  MPI_Count pattern[most];
  int bytes;
  MPI_Type_size(type, &bytes);
  for (int j = 0; j < size; ++j) pattern[j] = (MPI_Count)bytes * in.counts[j];
  Bamboo_Plan plan;
  if (level == 1)
    Bamboo_Gatherv_control1(of_block(rank), type, i.counts, i.places, type, root, comm, &plan);
  else
    Bamboo_Gatherv_control2(of_block(rank), type, i.counts, i.places, type, root, pattern, comm,
                            &plan);
  forget(&i);
  for (int times = 0; times < 4; ++times) {
    const void* s = times % 2 && rank == root ? MPI_IN_PLACE : sent;
    fill(times);
    check(Bamboo_Data(s, got, plan) == MPI_SUCCESS, "a return code");
    PMPI_Gatherv(s, of_block(rank), type, right, in.counts, in.places, type, root, comm);
    compare("Gatherv");
  }
  Bamboo_Plan_free(&plan);
}

static void scatterv(int root, MPI_Datatype type, int is_planned) {
  Side out = side(of_block), o = out;
  MPI_Count pattern[most];
  int bytes;
  MPI_Type_size(type, &bytes);
  for (int j = 0; j < size; ++j) pattern[j] = (MPI_Count)bytes * out.counts[j];
  Bamboo_Plan plan;
  if (level == 1)
    Bamboo_Scatterv_control1(o.counts, o.places, type, of_block(rank), type, root, comm, &plan);
  else
    Bamboo_Scatterv_control2(o.counts, o.places, type, of_block(rank), type, root, pattern, comm,
                             &plan);
  forget(&o);
  for (int times = 0; times < 4; ++times) {
    const int in_place = times % 2 && rank == root;
    fill(times);
    native_calls = 0;
    check(Bamboo_Data(sent, in_place ? MPI_IN_PLACE : got, plan) == MPI_SUCCESS, "a return code");
    check(native_calls == !is_planned, "who serves Scatterv");
    PMPI_Scatterv(sent, out.counts, out.places, type, in_place ? MPI_IN_PLACE : right,
                  of_block(rank), type, root, comm);
    compare("Scatterv");
  }
  Bamboo_Plan_free(&plan);
}

static void allgatherv(MPI_Datatype type) {
  Side in = side(of_block), i = in;
  Bamboo_Plan plan;
  Bamboo_Allgatherv_control(of_block(rank), type, i.counts, i.places, type, comm, &plan);
  forget(&i);
  for (int times = 0; times < 4; ++times) {
    const void* s = times % 2 ? MPI_IN_PLACE : sent;
    fill(times);
    check(Bamboo_Data(s, got, plan) == MPI_SUCCESS, "a return code");
    PMPI_Allgatherv(s, of_block(rank), type, right, in.counts, in.places, type, comm);
    compare("Allgatherv");
  }
  Bamboo_Plan_free(&plan);
}

/* Neither commutative nor anything that the MPI knows: x * 10 + y, in the order of ranks. */
static void append(void* left, void* right_and_result, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) {
    unsigned* y = (unsigned*)right_and_result + 2 * i;
    const unsigned* x = (const unsigned*)left + 2 * i;
    y[1] += x[1] * y[0];
    y[0] *= x[0];
  }
}

static void reduce_scatter(MPI_Datatype type, MPI_Op op, int is_planned) {
  Side block = side(of_block), b = block;
  Bamboo_Plan plan;
  Bamboo_Reduce_scatter_control(b.counts, type, op, comm, &plan);
  forget(&b);
  for (int times = 0; times < 4; ++times) {
    fill(times);
    if (type == MPI_DOUBLE)
      for (int i = 0; i < most * (longest + 2) / 2; ++i)
        ((double*)sent)[i] = ((double*)got)[i] = ((double*)right)[i] = 1.0 / (3 + i % 97 + rank);
    memcpy(got, sent, sizeof(int) * most * (longest + 2));
    memcpy(right, sent, sizeof(int) * most * (longest + 2));
    const void* s = times % 2 ? MPI_IN_PLACE : sent;
    native_calls = 0;
    check(Bamboo_Data(s, got, plan) == MPI_SUCCESS, "a return code");
    check(native_calls == !is_planned, "who serves Reduce_scatter");
    PMPI_Reduce_scatter(s, right, block.counts, type, op, comm);
    int bytes;
    MPI_Type_size(type, &bytes);
    check(memcmp(got, right, (size_t)bytes * block.counts[rank]) == 0, "Reduce_scatter");
  }
  Bamboo_Plan_free(&plan);
}

/* The MPI finds the fault, when data moves. */
static void faults(void) {
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  Side bad = side(of_block);
  bad.counts[size / 2] = -1;
  Bamboo_Plan plan;
  int class;
  Bamboo_Scatterv_control1(bad.counts, bad.places, MPI_INT, 1, MPI_INT, size, comm, &plan);
  MPI_Error_class(Bamboo_Data(sent, got, plan), &class);
  check(class == MPI_ERR_ROOT, "the error of a root that is none");
  Bamboo_Plan_free(&plan);
  Bamboo_Allgatherv_control(1, MPI_INT, bad.counts, bad.places, MPI_DATATYPE_NULL, comm, &plan);
  MPI_Error_class(Bamboo_Data(sent, got, plan), &class);
  check(class == MPI_ERR_TYPE, "the error of a type that is none");
  Bamboo_Plan_free(&plan);
  Bamboo_Reduce_scatter_control(bad.counts, MPI_INT, MPI_SUM, comm, &plan);
  MPI_Error_class(Bamboo_Data(sent, got, plan), &class);
  check(class != MPI_SUCCESS, "the error of a count below 0");
  Bamboo_Plan_free(&plan);
}

/* The root has other counts than the others expect: the MPI's own serves. More room is no fault to
 * it. */
static void counts_differ(void) {
  Side out = side(of_block);
  Bamboo_Plan plan;
  int differs = 0;
  for (int i = 1; i < size; ++i) differs |= out.counts[i] > 0;
  const int more = rank != 0 && of_block(rank) > 0;
  Bamboo_Scatterv_control1(out.counts, out.places, MPI_INT, of_block(rank) + more, MPI_INT, 0, comm,
                           &plan);
  native_calls = 0;
  fill(1);
  check(Bamboo_Data(sent, got, plan) == MPI_SUCCESS, "a return code");
  check(native_calls == differs, "who serves Scatterv with other counts");
  Bamboo_Plan_free(&plan);
}

/* Of elements with holes, which are cut where they are long. */
static void with_types(int is_planned) {
  MPI_Datatype holes;
  MPI_Type_create_resized(MPI_SHORT, 0, sizeof(int), &holes);
  MPI_Type_commit(&holes);
  gatherv(size / 2, holes);
  scatterv(size / 2, holes, is_planned);
  allgatherv(holes);
  MPI_Type_free(&holes);
}

static void all(int is_planned) {
  MPI_Op appending;
  MPI_Op_create(append, 0, &appending);
  for (level = 1; level <= 2; ++level) {
    alltoallw();
    for (int root = 0; root < size; root += size / 2 + 1) {
      gatherv(root, MPI_INT);
      scatterv(root, MPI_INT, is_planned);
    }
    with_types(is_planned);
  }
  allgatherv(MPI_INT);
  reduce_scatter(MPI_INT, MPI_SUM, is_planned);
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
  MPI_Type_commit(&pair);
  reduce_scatter(pair, appending, is_planned);
  MPI_Type_free(&pair);
  MPI_Op_free(&appending);
}

/* All that the user may choose. */
static void with_scheduler(const char* name) {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "bamboo_plans_scheduler", name);
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  MPI_Info_free(&info);
  all(size > 1);
  MPI_Comm_free(&comm);
}

static void with_other_pattern(void) {
  Side out = side(of_block);
  MPI_Count pattern[most];
  for (int j = 0; j < size; ++j) pattern[j] = (MPI_Count)sizeof(int) * out.counts[j];
  pattern[size - 1] += 1;
  Bamboo_Plan plan;
  Bamboo_Scatterv_control2(out.counts, out.places, MPI_INT, of_block(rank), MPI_INT, 0, pattern,
                           MPI_COMM_WORLD, &plan);
  Bamboo_Data(sent, got, plan);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  sent = malloc(sizeof(int) * most * 2 * (longest + 2));
  got = malloc(sizeof(int) * most * 2 * (longest + 2));
  right = malloc(sizeof(int) * most * 2 * (longest + 2));
  if (strcmp(what, "other") == 0) with_other_pattern();
  if (strcmp(what, "same") == 0) {
    reduce_scatter(MPI_DOUBLE, MPI_SUM, 0);
    reduce_scatter(MPI_INT, MPI_SUM, 1);
  } else {
    const int is_planned = size > 1 && strcmp(what, "off") != 0;
    all(is_planned);
    faults();
    if (is_planned) {
      counts_differ();
      with_scheduler("greedy");
      with_scheduler("all_to_all_based");
      with_scheduler("best");
    }
  }
  free(sent), free(got), free(right);
  MPI_Finalize();
  if (rank == 0) puts("right");
  return 0;
}
