/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,4 */
/* Point-to-point with large counts: every mode, nonblocking, persistent, matched. */
#include "large_counts.h"

static int rank, right, left;

static void print_received(const char* what, const double* in, int n, MPI_Status* status) {
  count_t count, elements;
  MPI_Get_count_c(status, MPI_DOUBLE, &count);
  MPI_Get_elements_c(status, MPI_DOUBLE, &elements);
  CHECK(count == elements);
  printf("rank %d: %s from %d: %ld, hash %lx\n", rank, what, status->MPI_SOURCE, (long)count,
         hash_bytes(in, n * sizeof(double)));
}

static void blocking(double* out, double* in, int n) {
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv_c(in, n, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &request);
  MPI_Send_c(out, n, MPI_DOUBLE, right, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  print_received("send", in, n, &status);
  MPI_Irecv_c(in, n, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &request);
  MPI_Ssend_c(out, n - 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  print_received("ssend", in, n, &status);
  MPI_Irecv_c(in, n, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend_c(out, n - 2, MPI_DOUBLE, right, 3, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  print_received("rsend", in, n, &status);
  MPI_Bsend_c(out, n, MPI_DOUBLE, right, 4, MPI_COMM_WORLD);
  MPI_Recv_c(in, n, MPI_DOUBLE, left, 4, MPI_COMM_WORLD, &status);
  print_received("bsend", in, n, &status);
  MPI_Sendrecv_c(out, n, MPI_DOUBLE, right, 5, in, n, MPI_DOUBLE, left, 5, MPI_COMM_WORLD, &status);
  print_received("sendrecv", in, n, &status);
  MPI_Sendrecv_replace_c(in, n, MPI_DOUBLE, right, 6, left, 6, MPI_COMM_WORLD, &status);
  print_received("sendrecv_replace", in, n, &status);
}

static void nonblocking(double* out, double* in, int n) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  for (int mode = 0; mode < 4; mode++) {
    MPI_Irecv_c(in, n, MPI_DOUBLE, left, mode, MPI_COMM_WORLD, &requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 0) MPI_Isend_c(out, n, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    if (mode == 1) MPI_Issend_c(out, n, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
    if (mode == 2) MPI_Irsend_c(out, n, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    if (mode == 3) MPI_Ibsend_c(out, n, MPI_DOUBLE, right, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    print_received("nonblocking", in, n, &statuses[0]);
  }
}

static void persistent(double* out, double* in, int n) {
  MPI_Request receive, sends[4];
  MPI_Status status;
  MPI_Recv_init_c(in, n, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, &receive);
  MPI_Send_init_c(out, n, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &sends[0]);
  MPI_Ssend_init_c(out, n, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &sends[1]);
  MPI_Rsend_init_c(out, n, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &sends[2]);
  MPI_Bsend_init_c(out, n, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &sends[3]);
  for (int i = 0; i < 4; i++) {
    MPI_Start(&receive);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&sends[i]);
    MPI_Wait(&receive, &status);
    print_received("persistent", in, n, &status);
    MPI_Wait(&sends[i], MPI_STATUS_IGNORE);
    MPI_Request_free(&sends[i]);
  }
  MPI_Request_free(&receive);
}

static void matched(double* out, double* in, int n) {
  MPI_Request send, receive;
  MPI_Message message;
  MPI_Status status;
  for (int i = 0; i < 2; i++) {
    MPI_Isend_c(out, n, MPI_DOUBLE, right, 8, MPI_COMM_WORLD, &send);
    MPI_Mprobe(left, 8, MPI_COMM_WORLD, &message, &status);
    if (i == 0) MPI_Mrecv_c(in, n, MPI_DOUBLE, &message, &status);
    if (i == 1) {
      MPI_Imrecv_c(in, n, MPI_DOUBLE, &message, &receive);
      MPI_Wait(&receive, &status);
    }
    print_received("matched", in, n, &status);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  right = (rank + 1) % world_size();
  left = (rank + world_size() - 1) % world_size();
  enum { n = 700 };
  double out[n], in[n] = {0};
  for (int i = 0; i < n; i++) out[i] = 1000 * rank + i;
  static char room[4 * (n * sizeof(double) + MPI_BSEND_OVERHEAD)];
  void* detached;
  int size;
  MPI_Buffer_attach(room, sizeof room);
  blocking(out, in, n);
  nonblocking(out, in, n);
  persistent(out, in, n);
  matched(out, in, n);
  MPI_Buffer_detach(&detached, &size);
  MPI_Finalize();
  return 0;
}
