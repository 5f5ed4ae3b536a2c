/* SPDX-License-Identifier: Apache-2.0 */
/* Waitany, Waitsome, Testany, Testsome, Testall: every request exactly once, null ones ignored. */
#include "check.h"

enum { N = 12 };

static int rank, size, in[N];
static MPI_Request request[N + 1]; /* the last one is null */

static void post(int round) {
  for (int i = 0; i < N; i++) {
    in[i] = -1;
    MPI_Irecv(&in[i], 1, MPI_INT, (rank + size - i % size) % size, 100 * round + i, MPI_COMM_WORLD,
              &request[i]);
  }
  request[N] = MPI_REQUEST_NULL;
}

static void send(int round) {
  for (int k = 0; k < N; k++) {
    const int i = (k * 5) % N, value = rank * 1000 + i; /* another order than the receives' */
    MPI_Send(&value, 1, MPI_INT, (rank + i) % size, 100 * round + i, MPI_COMM_WORLD);
  }
}

static void verify(const char* what, unsigned seen) {
  long sum = 0;
  CHECK(seen == (1u << N) - 1);
  for (int i = 0; i < N; i++) {
    CHECK(in[i] == (rank + size - i % size) % size * 1000 + i);
    CHECK(request[i] == MPI_REQUEST_NULL);
    sum += in[i];
  }
  printf("rank %d: %s %ld\n", rank, what, sum);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  int index, count, indices[N + 1], flag;
  MPI_Status status, statuses[N + 1];
  unsigned seen;

  post(0);
  send(0);
  seen = 0;
  for (int i = 0; i < N; i++) {
    MPI_Waitany(N + 1, request, &index, &status);
    CHECK(index >= 0 && index < N && !(seen & 1u << index) && status.MPI_TAG == index);
    seen |= 1u << index;
  }
  MPI_Waitany(N + 1, request, &index, &status);
  CHECK(index == MPI_UNDEFINED);
  verify("Waitany", seen);

  post(1);
  send(1);
  seen = 0;
  for (int got = 0; got < N; got += count) {
    MPI_Waitsome(N + 1, request, &count, indices, statuses);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
      CHECK(statuses[i].MPI_TAG == 100 + indices[i]);
      seen |= 1u << indices[i];
    }
  }
  MPI_Waitsome(N + 1, request, &count, indices, statuses);
  CHECK(count == MPI_UNDEFINED);
  verify("Waitsome", seen);

  post(2);
  MPI_Testall(N + 1, request, &flag, statuses);
  send(2);
  seen = 0;
  for (int got = 0; got < N;) {
    MPI_Testany(N + 1, request, &index, &flag, &status);
    if (!flag) continue;
    CHECK(index != MPI_UNDEFINED && status.MPI_TAG == 200 + index);
    seen |= 1u << index;
    got++;
  }
  MPI_Testany(N + 1, request, &index, &flag, &status);
  CHECK(flag && index == MPI_UNDEFINED);
  verify("Testany", seen);

  post(3);
  send(3);
  seen = 0;
  for (int got = 0; got < N; got += count) {
    MPI_Testsome(N + 1, request, &count, indices, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; i++) seen |= 1u << indices[i];
  }
  verify("Testsome", seen);

  post(4);
  send(4);
  for (flag = 0; !flag;) MPI_Testall(N + 1, request, &flag, statuses);
  for (int i = 0; i < N; i++) CHECK(statuses[i].MPI_TAG == 400 + i);
  verify("Testall", (1u << N) - 1);
  MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
  CHECK(flag);
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
