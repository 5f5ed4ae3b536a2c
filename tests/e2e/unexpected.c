/* SPDX-License-Identifier: Apache-2.0 */
/* unexpected late|exchange|polls|window MEGABYTES BYTES: messages of so many bytes that no
 * receive waits for. late: ranks 1, 3, … receive their neighbours' messages late. exchange: both
 * of a pair send before they receive. polls: the same with nonblocking sends that are tested
 * until they are complete. window: ranks 1, 3, … receive when all sends of their neighbours are
 * complete, which these wait for at once. Prints a checksum of each rank's received data, and to
 * standard error the most memory that its process has used. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static unsigned char message[1 << 16];

static void send_one(int bytes, int to, int tag) {
  MPI_Send(message, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

static void send_polling(int bytes, int to, int tag) {
  MPI_Request sent;
  MPI_Isend(message, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &sent);
  for (int done = 0; !done;) MPI_Test(&sent, &done, MPI_STATUS_IGNORE);
}

static void send_all(int rank, int to, long messages, int bytes, void (*send)(int, int, int)) {
  for (long i = 0; i < messages; i++) {
    memset(message, (int)(i + rank), (size_t)bytes);
    send(bytes, to, (int)(i % 7));
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
  const int polls = argc == 4 && strcmp(argv[1], "polls") == 0;
  const int is_window = argc == 4 && strcmp(argv[1], "window") == 0;
  const int is_one_way = is_late || is_window;
  const int bytes = argc == 4 ? atoi(argv[3]) : 1024, neighbour = rank ^ 1;
  const long messages = argc == 4 ? atol(argv[2]) * 1000000 / bytes : 0;
  uint64_t sum = 0;
  if (is_late && rank % 2) usleep(200000);
  if (is_window && rank % 2 == 0) send_window(neighbour, messages, bytes);
  if (is_window && rank % 2)
    MPI_Recv(NULL, 0, MPI_BYTE, neighbour, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!is_window && (!is_late || rank % 2 == 0))
    send_all(rank, neighbour, messages, bytes, polls ? send_polling : send_one);
  if (!is_one_way || rank % 2) sum = receive_all(neighbour, messages, bytes);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  fprintf(stderr, "%ld KB\n", usage.ru_maxrss);
  printf("rank %d: %016llx\n", rank, (unsigned long long)sum);
  MPI_Finalize();
  return 0;
}
