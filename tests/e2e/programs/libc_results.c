/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that functions of the C library return holds its contents while other ranks call them. */
#include <arpa/inet.h>
#include <time.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const time_t when = 1000000000 + rank * 12345;
  const struct in_addr address = {htonl(0x0a000001u + (unsigned)rank)};
  int point, sign;
  const struct tm* parts = gmtime(&when);
  const char* error = strerror(100000 + rank);
  const char* unknown = strsignal(1000 + rank);
  const char* host = inet_ntoa(address);
  const char* digits = fcvt(rank + 0.125, 3, &point, &sign);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %02d:%02d:%02d, %s, %s, %s, %s\n", rank, parts->tm_hour, parts->tm_min, parts->tm_sec, error,
         unknown, host, digits);
  const char* text = asctime(gmtime(&when));
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %s", rank, text);
  CHECK(localtime(&when) == parts);
  const char* local = ctime(&when);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %s", rank, local);
  printf("rank %d: %s, %s\n", rank, strerror(2), strsignal(11));
  MPI_Finalize();
  return 0;
}
