/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of a datatype: how it was made, its name, its extents; and duplicates. */
#include <stdarg.h>
#include <stddef.h>

#include "check.h"

static int rank;

/* Prints a line that is the same on all ranks. */
static void print_once(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (rank == 0) vprintf(format, arguments);
  va_end(arguments);
}

static const char* combiner_name(int combiner) {
  static const struct {
    int value;
    const char* name;
  } known[] = {{MPI_COMBINER_NAMED, "named"},
               {MPI_COMBINER_DUP, "dup"},
               {MPI_COMBINER_CONTIGUOUS, "contiguous"},
               {MPI_COMBINER_VECTOR, "vector"},
               {MPI_COMBINER_HVECTOR, "hvector"},
               {MPI_COMBINER_INDEXED, "indexed"},
               {MPI_COMBINER_HINDEXED, "hindexed"},
               {MPI_COMBINER_INDEXED_BLOCK, "indexed block"},
               {MPI_COMBINER_HINDEXED_BLOCK, "hindexed block"},
               {MPI_COMBINER_STRUCT, "struct"},
               {MPI_COMBINER_SUBARRAY, "subarray"},
               {MPI_COMBINER_RESIZED, "resized"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].value == combiner) return known[i].name;
  return "unknown";
}

/* Everything of which it is made, down to the types that MPI brings along. */
static void contents(MPI_Datatype type, int depth) {
  int integers, addresses, types, combiner;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) {
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Type_get_name(type, name, &length);
    CHECK(integers == 0 && addresses == 0 && types == 0 && length == (int)strlen(name));
    print_once("%*s%s\n", depth, "", name);
    return;
  }
  print_once("%*s%s %d %d %d:", depth, "", combiner_name(combiner), integers, addresses, types);
  int numbers[32];
  MPI_Aint places[32];
  MPI_Datatype parts[32];
  CHECK(integers <= 32 && addresses <= 32 && types <= 32);
  /* No more room than needed: Open MPI 4.1 reads all types for which there is room. */
  MPI_Type_get_contents(type, integers, addresses, types, numbers, places, parts);
  for (int i = 0; i < integers; i++)
    if (combiner != MPI_COMBINER_SUBARRAY || i < integers - 1) print_once(" %d", numbers[i]);
  if (combiner == MPI_COMBINER_SUBARRAY) CHECK(numbers[integers - 1] == MPI_ORDER_FORTRAN);
  for (int i = 0; i < addresses; i++) print_once(" %ld", (long)places[i]);
  print_once("\n");
  for (int i = 0; i < types; i++) {
    contents(parts[i], depth + 1);
    int kind, unused;
    MPI_Type_get_envelope(parts[i], &unused, &unused, &unused, &kind);
    if (kind != MPI_COMBINER_NAMED) MPI_Type_free(&parts[i]);
  }
}

/* Prints extents in both widths, a name, and the contents of a duplicate. */
static void describe(const char* what, MPI_Datatype type) {
  MPI_Count size, lb, extent, true_lb, true_extent;
  MPI_Aint short_lb, short_extent;
  int short_size;
  MPI_Type_size_x(type, &size);
  MPI_Type_size(type, &short_size);
  MPI_Type_get_extent_x(type, &lb, &extent);
  MPI_Type_get_extent(type, &short_lb, &short_extent);
  CHECK(size == short_size && lb == short_lb && extent == short_extent);
  MPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
  MPI_Type_get_true_extent(type, &short_lb, &short_extent);
  CHECK(true_lb == short_lb && true_extent == short_extent);
  print_once("%s: size %ld, %ld + %ld, true %ld + %ld\n", what, (long)size, (long)lb, (long)extent,
       (long)true_lb, (long)true_extent);
  contents(type, 0);

  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Type_set_name(type, what);
  MPI_Datatype copy;
  MPI_Type_dup(type, &copy);
  MPI_Type_get_name(type, name, &length);
  print_once("named %s (%d)\n", name, length);
  contents(copy, 0);
  MPI_Type_free(&copy);
}

/* A message sent by a type arrives by its duplicate, also after the original is freed. */
static void transfer(MPI_Datatype type, int size) {
  MPI_Datatype copy;
  MPI_Type_commit(&type);
  MPI_Type_dup(type, &copy); /* committed as the original is */
  char *out = malloc(size), *in = calloc(size, 1);
  for (int i = 0; i < size; i++) out[i] = (char)(rank + i);
  int ranks = world_size(), room, position = 0, bytes;
  MPI_Pack_size(2, type, MPI_COMM_WORLD, &room);
  MPI_Type_size(type, &bytes);
  CHECK(room >= 2 * bytes);
  char* packed = malloc(room);
  MPI_Pack(out, 1, type, packed, room, &position, MPI_COMM_WORLD);
  CHECK(position <= room);
  MPI_Type_free(&type);
  MPI_Status status;
  MPI_Sendrecv(out, 1, copy, (rank + 1) % ranks, 0, in, 1, copy, (rank + ranks - 1) % ranks, 0,
               MPI_COMM_WORLD, &status);
  MPI_Count elements;
  int few;
  MPI_Get_elements_x(&status, copy, &elements);
  MPI_Get_elements(&status, copy, &few);
  printf("rank %d: %ld elements, %d, hash %lx\n", rank, (long)elements, few, hash_bytes(in, size));
  MPI_Type_free(&copy);
  free(packed);
  free(in);
  free(out);
}

static void addresses(void) {
  double values[10];
  MPI_Aint first, third;
  MPI_Get_address(&values[0], &first);
  MPI_Get_address(&values[3], &third);
  CHECK(MPI_Aint_diff(third, first) == 3 * (MPI_Aint)sizeof(double));
  CHECK(MPI_Aint_add(first, 3 * sizeof(double)) == third);
  printf("rank %d: apart %ld\n", rank, (long)MPI_Aint_diff(first, third));
}

struct mixed {
  char tag;
  double values[3];
  int count;
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  enum { kinds = 11 };
  MPI_Datatype types[kinds], record;
  int blocks[3] = {1, 3, 1}, steps[3] = {7, 0, 3}, sizes[2] = {6, 5}, parts[2] = {2, 3},
      starts[2] = {3, 1};
  MPI_Aint places[3] = {offsetof(struct mixed, tag), offsetof(struct mixed, values),
                        offsetof(struct mixed, count)};
  MPI_Datatype members[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Type_create_struct(3, blocks, places, members, &record);
  MPI_Type_create_resized(record, 0, sizeof(struct mixed), &types[0]);
  MPI_Type_contiguous(3, types[0], &types[1]);
  MPI_Type_vector(3, 2, 4, MPI_INT, &types[2]);
  MPI_Type_create_hvector(3, 1, 20, types[2], &types[3]);
  MPI_Type_indexed(3, blocks, steps, MPI_SHORT, &types[4]);
  MPI_Type_create_hindexed(3, blocks, places, MPI_FLOAT, &types[5]);
  MPI_Type_create_indexed_block(3, 2, steps, MPI_LONG, &types[6]);
  MPI_Type_create_hindexed_block(3, 2, places, MPI_BYTE, &types[7]);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_DOUBLE, &types[8]);
  MPI_Type_dup(types[8], &types[9]);
  MPI_Type_dup(MPI_UNSIGNED, &types[10]);
  static const char* const names[kinds] = {
      "record",           "three records",    "vector",       "vector of vectors",
      "indexed",          "indexed in bytes", "equal blocks", "equal blocks in bytes",
      "part of a matrix", "its duplicate",    "unsigned"};
  MPI_Type_free(&record);
  for (int i = 0; i < kinds; i++) describe(names[i], types[i]);
  contents(MPI_DOUBLE_INT, 0);
  for (int i = 0; i < kinds; i++) transfer(types[i], 400);
  addresses();
  MPI_Finalize();
  return 0;
}
