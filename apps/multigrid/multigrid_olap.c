/* SPDX-License-Identifier: Apache-2.0 */
/* The same program, MPI-olap: split phases by hand. While ghost cells travel, the program computes
 * the cells that need none, then those at the faces. */
#include "cycle.h"

static MPI_Request receives[FACES], sends[FACES];

static void begin_exchange(struct level* level, MPI_Comm grid) {
  for (int n = 0; n < level->neighbours; n++)
    MPI_Irecv(level->in[n], level->count[n], MPI_DOUBLE, level->peer[n], level->face[n] ^ 1, grid,
              &receives[n]);
  for (int n = 0; n < level->neighbours; n++) {
    copy_face(&level->box, level->face[n], PACK, level->u, level->out[n]);
    MPI_Isend(level->out[n], level->count[n], MPI_DOUBLE, level->peer[n], level->face[n], grid,
              &sends[n]);
  }
  mirror(level, level->u);
}

static void finish_exchange(struct level* level) {
  MPI_Waitall(level->neighbours, receives, MPI_STATUSES_IGNORE);
  for (int n = 0; n < level->neighbours; n++)
    copy_face(&level->box, level->face[n], UNPACK, level->u, level->in[n]);
  MPI_Waitall(level->neighbours, sends, MPI_STATUSES_IGNORE);
}

static void exchange(struct level* level, MPI_Comm grid) {
  begin_exchange(level, grid);
  finish_exchange(level);
}

/* Cuts the layer at a face from `part`, and returns it. */
static struct part cut_layer(struct part* part, int face) {
  struct part layer = *part;
  const int d = face / 2;
  if (face % 2) {
    layer.from[d] = --part->to[d];
  } else {
    layer.to[d] = ++part->from[d];
  }
  return layer;
}

static int is_empty(const struct part* part) {
  for (int d = 0; d < 3; d++)
    if (part->from[d] >= part->to[d]) return 1;
  return 0;
}

/* Computes plane by plane, and tests for messages between planes, because most MPIs move messages
 * only during calls. */
static void work_and_look(struct level* level, struct part part, work_on_cells work,
                          double weight) {
  const int end = part.to[0];
  for (int i = part.from[0]; i < end; i++) {
    int done;
    part.from[0] = i;
    part.to[0] = i + 1;
    work(level, part, weight);
    MPI_Testall(level->neighbours, receives, &done, MPI_STATUSES_IGNORE);
    MPI_Testall(level->neighbours, sends, &done, MPI_STATUSES_IGNORE);
  }
}

static void after_exchange(struct level* level, MPI_Comm grid, const struct box* box,
                           work_on_cells work, double weight) {
  struct part inner = all_cells(box), layer[FACES];
  int layers = 0;
  for (int n = 0; n < level->neighbours && !is_empty(&inner); n++)
    layer[layers++] = cut_layer(&inner, level->face[n]);
  begin_exchange(level, grid);
  work_and_look(level, inner, work, weight);
  finish_exchange(level);
  for (int n = 0; n < layers; n++) work(level, layer[n], weight);
}

int main(int argc, char** argv) {
  return run_multigrid(argc, argv, "multigrid_olap");
}
