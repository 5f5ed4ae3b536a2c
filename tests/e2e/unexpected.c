/* SPDX-License-Identifier: Apache-2.0 */
/* unexpected late|exchange|window MEGABYTES BYTES: messages of so many bytes that no receive waits
 * for. late: ranks 1, 3, … receive late what their neighbours send. exchange: both of a pair send
 * before they receive. window: ranks 1, 3, … receive when all sends of their neighbours are
 * complete, which these wait for at once. Prints a checksum of what each rank has received. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned char message[1 << 16];

static void send_all(int rank, int to, long messages, int bytes) {
  for (long i = 0; i < messages; i++) {
    memset(message, (int)(i + rank), (size_t)bytes);
    MPI_Send(message, bytes, MPI_BYTE, to, (int)(i % 7), MPI_COMM_WORLD);
  }
}

static void send_window(int to, long messages, int bytes) {
  MPI_Request* sent = malloc((size_t)messages * sizeof *sent);
  for (long i = 0; i < messages; i++)
    MPI_Isend(message, bytes, MPI_BYTE, to, (int)(i % 7), MPI_COMM_WORLD, &sent[i]);
  MPI_Waitall((int)messages, sent, MPI_STATUSES_IGNORE);
  MPI_Send(message, 0, MPI_BYTE, to, 8, MPI_COMM_WORLD);
  free(sent);
}

static uint64_t receive_all(int from, long messages, int bytes) {
  uint64_t sum = 0;
  for (long i = 0; i < messages; i++) {
    MPI_Recv(message, bytes, MPI_BYTE, from, (int)(i % 7), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < bytes; k += 61) sum = sum * 31 + message[k];
  }
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int is_late = argc == 4 && strcmp(argv[1], "late") == 0;
  const int is_window = argc == 4 && strcmp(argv[1], "window") == 0;
  const int is_one_way = is_late || is_window;
  const int bytes = argc == 4 ? atoi(argv[3]) : 1024, neighbour = rank ^ 1;
  const long messages = argc == 4 ? atol(argv[2]) * 1000000 / bytes : 0;
  uint64_t sum = 0;
  if (is_late && rank % 2) usleep(200000);
  if (is_window && rank % 2 == 0) send_window(neighbour, messages, bytes);
  if (is_window && rank % 2)
    MPI_Recv(NULL, 0, MPI_BYTE, neighbour, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!is_window && (!is_late || rank % 2 == 0)) send_all(rank, neighbour, messages, bytes);
  if (!is_one_way || rank % 2) sum = receive_all(neighbour, messages, bytes);
  printf("rank %d: %016llx\n", rank, (unsigned long long)sum);
  MPI_Finalize();
  return 0;
}
