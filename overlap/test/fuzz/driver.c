// SPDX-License-Identifier: Apache-2.0
// Runs generated programs one after the other, each variant with a standard output of its own:
//   driver FOLDER [SEED [VARIANT]]
#include "fuzz.h"

#include <stddef.h>

struct fuzz_program {
  unsigned seed;
  const char* variant;
  void (*run)(void);
};
extern const struct fuzz_program fuzz_programs[];  // by variant; ends with a null function
void checking_mpi_context(const char* text);
void checking_mpi_nothing_pending(void);

unsigned fuzz_input[16];
int fuzz_rank, fuzz_size;
MPI_Comm fuzz_comm, fuzz_ring_comm;
MPI_Datatype fuzz_cell_type, fuzz_comb_type;
MPI_Op fuzz_own_op;
unsigned fuzz_bias;

unsigned fuzz_opaque(unsigned x) { return mix(x + 1); }

static void own_op(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((unsigned*)inout)[i] += ((unsigned*)in)[i] + fuzz_bias;
}

static void make_objects(void) {
  MPI_Comm_rank(MPI_COMM_WORLD, &fuzz_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &fuzz_size);
  MPI_Comm_dup(MPI_COMM_WORLD, &fuzz_comm);
  const int periodic = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &fuzz_size, &periodic, 0, &fuzz_ring_comm);

  int lengths[] = {1, 1, 1, 2};
  MPI_Aint places[] = {offsetof(struct cell, a), offsetof(struct cell, b), offsetof(struct cell, c),
                       offsetof(struct cell, d)};
  MPI_Datatype types[] = {MPI_UNSIGNED, MPI_SHORT, MPI_DOUBLE, MPI_UNSIGNED}, fields;
  MPI_Type_create_struct(4, lengths, places, types, &fields);
  MPI_Type_create_resized(fields, 0, sizeof(struct cell), &fuzz_cell_type);
  MPI_Type_commit(&fuzz_cell_type);
  MPI_Type_free(&fields);
  MPI_Type_vector(4, 1, 2, MPI_UNSIGNED, &fuzz_comb_type);
  MPI_Type_commit(&fuzz_comb_type);
  MPI_Op_create(own_op, 1, &fuzz_own_op);
  static char buffered[1 << 20];
  MPI_Buffer_attach(buffered, sizeof buffered);
}

static void run(const struct fuzz_program* program) {
  char context[64];
  snprintf(context, sizeof context, "seed %u, %s", program->seed, program->variant);
  checking_mpi_context(context);
  for (unsigned i = 0; i < 16; i++) fuzz_input[i] = mix(program->seed * 16 + i);
  fuzz_bias = 1;
  printf("=== seed %u\n", program->seed);
  program->run();
  fflush(stdout);
  checking_mpi_nothing_pending();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  make_objects();
  const char* variant = "";
  for (const struct fuzz_program* program = fuzz_programs; program->run != NULL; program++) {
    if (argc > 2 && program->seed != strtoul(argv[2], NULL, 10)) continue;
    if (argc > 3 && strcmp(program->variant, argv[3]) != 0) continue;
    if (strcmp(variant, program->variant) != 0) {
      variant = program->variant;
      char path[4096];
      snprintf(path, sizeof path, "%s/%s.%d", argv[1], variant, fuzz_rank);
      if (freopen(path, "w", stdout) == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    run(program);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  void* buffered;
  int size;
  MPI_Buffer_detach(&buffered, &size);
  MPI_Op_free(&fuzz_own_op);
  MPI_Type_free(&fuzz_comb_type);
  MPI_Type_free(&fuzz_cell_type);
  MPI_Comm_free(&fuzz_ring_comm);
  MPI_Comm_free(&fuzz_comm);
  MPI_Finalize();
  return 0;
}
