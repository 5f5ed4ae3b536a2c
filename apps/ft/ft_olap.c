/* SPDX-License-Identifier: Apache-2.0 */
/* The same program, MPI-olap: restructured by hand in split phases. The lines of a step are sent in
 * pieces, each as soon as it is transformed. Meanwhile the program transforms further lines, and
 * then the planes of the previous step. */
#include "slab.h"

enum { MOST_PIECES = 8 };

/* The state of one step after its lines were sent and before its planes are computed. */
struct turn {
  value *out, *in; /* [rank][y][x][z], as MPI_Alltoall has it */
  MPI_Request* request;
  int requests;
};

static struct turn make_turn(const struct slab* s) {
  const size_t most = 2 * (size_t)MOST_PIECES * program.size;
  return (struct turn){.out = allocate(s->points, sizeof(value)),
                       .in = allocate(s->points, sizeof(value)),
                       .request = allocate(most, sizeof(MPI_Request))};
}

static void free_turn(struct turn* turn) {
  free(turn->out);
  free(turn->in);
  free(turn->request);
}

/* Tests for messages, because most MPIs move messages only during calls. */
static void look_for_messages(struct turn* turn) {
  int done;
  MPI_Testall(turn->requests, turn->request, &done, MPI_STATUSES_IGNORE);
}

static void finish_messages(struct turn* turn) {
  MPI_Waitall(turn->requests, turn->request, MPI_STATUSES_IGNORE);
  turn->requests = 0;
}

/* Returns the first row of y in a piece. */
static int first_row(const struct slab* s, int piece) {
  const int pieces = s->ny < MOST_PIECES ? s->ny : MOST_PIECES;
  return piece < pieces ? s->ny * piece / pieces : s->ny;
}

static void post_receives(const struct slab* s, struct turn* turn, int piece) {
  const int from = first_row(s, piece), to = first_row(s, piece + 1);
  const int count = (int)(2 * (place_in_parts(s, 0, to) - place_in_parts(s, 0, from)));
  for (int k = 1; k < program.size && count && option.communicate; k++) {
    const int peer = (program.rank + program.size - k) % program.size;
    MPI_Irecv(turn->in + place_in_parts(s, peer, from), count, MPI_DOUBLE, peer, piece,
              MPI_COMM_WORLD, &turn->request[turn->requests++]);
  }
}

static void send_piece(const struct slab* s, struct turn* turn, int piece) {
  const int from = first_row(s, piece), to = first_row(s, piece + 1);
  const int count = (int)(2 * (place_in_parts(s, 0, to) - place_in_parts(s, 0, from)));
  for (int k = 1; k < program.size && count && option.communicate; k++) {
    const int peer = (program.rank + k) % program.size;
    MPI_Isend(turn->out + place_in_parts(s, peer, from), count, MPI_DOUBLE, peer, piece,
              MPI_COMM_WORLD, &turn->request[turn->requests++]);
  }
  const size_t own = place_in_parts(s, program.rank, from);
  memcpy(turn->in + own, turn->out + own, count * sizeof(double));
}

/* Computes the lines of a step from the start, and sends them piece by piece. */
static void begin_step(const struct slab* s, const value* start, int step, value* lines,
                       struct turn* turn) {
  for (int piece = 0; piece < MOST_PIECES; piece++) post_receives(s, turn, piece);
  for (int piece = 0; piece < MOST_PIECES; piece++) {
    const int from = first_row(s, piece), to = first_row(s, piece + 1);
    evolve_and_transform(s, start, step, from, to, lines);
    join(s, turn->out, lines, from, to, 1);
    send_piece(s, turn, piece);
    look_for_messages(turn);
  }
}

/* Computes slab u from the data that have arrived, while the next step's pieces travel. */
static void end_step(const struct slab* s, struct turn* turn, struct turn* next, value* u) {
  finish_messages(turn);
  pack(s, u, turn->in, 1);
  value* line = allocate((size_t)TILE * s->n[Y], sizeof *line);
  for (int z = 0; z < s->nz; z++) {
    transform_plane(s, s->plans.backward, u, z, line);
    look_for_messages(next);
  }
  free(line);
}

/* Runs all steps and stores the sums of their samples; u gets the last state. Returns the
 * seconds. */
static double run(const struct slab* s, value* u, value* sums) {
  struct turn turn[2] = {make_turn(s), make_turn(s)}; /* of even and odd steps */
  value* start = allocate(s->points, sizeof *start);
  value* lines = allocate(s->points, sizeof *lines);
  draw_values(u, first_point(s), s->points);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  transform_forward(s, u, turn[0].out, start);
  begin_step(s, start, 1, lines, &turn[1]);
  for (int step = 1; step <= option.iterations; step++) {
    struct turn *own = &turn[step % 2], *next = &turn[(step + 1) % 2];
    if (step < option.iterations) begin_step(s, start, step + 1, lines, next);
    end_step(s, own, next, u);
    sums[step - 1] = sum_of_samples(s, u);
  }
  add_over_ranks(sums, option.iterations);
  const double seconds = MPI_Wtime() - begin;
  for (int t = 0; t < 2; t++) free_turn(&turn[t]);
  free(start);
  free(lines);
  return seconds;
}

int main(int argc, char** argv) {
  return run_variant(argc, argv, "ft_olap", run);
}
