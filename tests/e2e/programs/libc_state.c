/* SPDX-License-Identifier: Apache-2.0 */
/* e2e-args: -v -n 5 --name=first rest more */
/* e2e-args: --name second -n 12 */
/* State that hides inside of libc: getopt, rand, random, drand48, strtok. */
#include <getopt.h>
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  static const struct option names[] = {{"name", 1, 0, 'm'}, {0, 0, 0, 0}};
  int c, verbose = 0, n = 0;
  const char* name = "none";
  while ((c = getopt_long(argc, argv, "vn:", names, NULL)) != -1) {
    if (c == 'v') verbose++;
    if (c == 'n') n = atoi(optarg);
    if (c == 'm') name = optarg;
    MPI_Barrier(MPI_COMM_WORLD); /* everybody is in the middle of parsing */
  }
  printf("rank %d: options %d %d %s, %d left\n", rank, verbose, n, name, argc - optind);
  optind = 1;
  while (getopt(argc, argv, "vn:m:-:") != -1) MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: getopt again, %d left\n", rank, argc - optind);

  srand(rank + 1);
  srandom(rank + 100);
  srand48(rank + 1000);
  unsigned long mix = 0;
  for (int i = 0; i < 50; i++) {
    mix = mix * 31 + (unsigned)rand();
    if (i % 10 == 0) MPI_Barrier(MPI_COMM_WORLD);
    mix = mix * 31 + (unsigned long)random();
    mix = mix * 31 + (unsigned long)lrand48() + (unsigned long)(drand48() * 1e6);
  }
  printf("rank %d: random %lx\n", rank, mix);
  srand(5);
  const int first = rand();
  MPI_Barrier(MPI_COMM_WORLD);
  srand(5);
  CHECK(rand() == first);

  char words[64];
  snprintf(words, sizeof words, "a%d,b%d,c%d,,d%d", rank, rank, rank, rank);
  for (char* word = strtok(words, ","); word; word = strtok(NULL, ",")) {
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: word %s\n", rank, word);
  }
  MPI_Finalize();
  return 0;
}
