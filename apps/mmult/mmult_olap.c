/* SPDX-License-Identifier: Apache-2.0 */
/* The same program, MPI-olap: restructured by hand in split phases. While a panel of A and one of B
 * are multiplied, they are also sent on. */
#include "../cannon/split_phase.h"
#include "panels.h"

/* Multiplies in pieces of the summed index, and tests for messages between them, because most MPIs
 * move messages only during calls. */
static void multiply_and_poll_panel(const struct panels* s, int p, double beta, double* C,
                                    MPI_Request pass[ROTATION]) {
  const int piece = piece_of(s->width);
  for (struct range k = {0, 0}; k.from < s->width; k.from = k.to) {
    int done;
    k.to = k.from + piece < s->width ? k.from + piece : s->width;
    multiply_part_of_panel(s, p, k, k.from == 0 ? beta : 1, C);
    if (option.polls > 0) MPI_Testall(ROTATION, pass, &done, MPI_STATUSES_IGNORE);
  }
}

int main(int argc, char** argv) {
  option.polls = 8;
  struct grid grid;
  struct blocks blocks;
  struct panels panels;
  const int status = set_up_panels(argc, argv, "mmult_olap", &grid, &blocks, &panels);
  if (status >= 0) return status;
  double* C = allocate(blocks.elements, sizeof(double));
  const struct peers to = panels.peers;
  const int last = grid.side - 1;

  MPI_Barrier(grid.comm);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    for (int step = 0; step <= last; step++) {
      for (int p = 0; p < PANELS; p++) {
        MPI_Request pass[ROTATION] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                                      MPI_REQUEST_NULL};
        if (step < last)
          begin_rotation(&to, panels.elements, panels.A[p], panels.B[p], panels.rA, panels.rB,
                         pass);
        multiply_and_poll_panel(&panels, p, step + p > 0, C, pass);
        if (step == last) continue;
        MPI_Waitall(ROTATION, pass, MPI_STATUSES_IGNORE);
        take_panel(&panels, p);
      }
    }
  }
  const double seconds = MPI_Wtime() - begin;

  return finish_panels(&grid, &blocks, &panels, C, seconds);
}
