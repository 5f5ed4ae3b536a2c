/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: env=E2E_WORD=first */
/* Each rank has its own environment variables, for itself, the processes that it starts and the
 * time zone. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

extern char** environ;

static const char* found(const char* name) {
  const size_t n = strlen(name);
  for (char** at = environ; *at; at++) {
    if (strncmp(*at, name, n) == 0 && (*at)[n] == '=') return *at + n + 1;
  }
  return "none";
}

static int echoes(const char* expected) {
  char line[64] = "";
  FILE* echo = popen("echo \"$E2E_WORD,$E2E_OWN\"", "r");
  CHECK(fgets(line, sizeof line, echo));
  pclose(echo);
  line[strcspn(line, "\n")] = 0;
  return strcmp(line, expected) == 0;
}

static int executes(void) {
  int status = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    execlp("sh", "sh", "-c", "test \"$E2E_OWN\" = \"it's $E2E_RANK\"", (char*)NULL);
    _exit(127);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

static int hour(const char* zone) {
  const time_t start = 0;
  CHECK(setenv("TZ", zone, 1) == 0);
  tzset();
  MPI_Barrier(MPI_COMM_WORLD);
  const int local = localtime(&start)->tm_hour;
  MPI_Barrier(MPI_COMM_WORLD);
  struct tm parts = *gmtime(&start);
  CHECK(mktime(&parts) == -3600 * local);
  return local;
}

/* Each second rank starts programs while its neighbour is busy with other time zones. */
static void start_beside_other_zones(int rank, int ranks) {
  const time_t start = 0;
  int arrived = 0;
  if (rank % 2) {
    for (int i = 0; !arrived; i++) {
      CHECK(i % 2 ? unsetenv("TZ") == 0 : setenv("TZ", "OTHER-5", 1) == 0);
      localtime(&start);
      MPI_Iprobe(rank - 1, 0, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
    }
    MPI_Recv(NULL, 0, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    for (int i = 0; i < 10; i++) {
      CHECK(i % 2 ? unsetenv("TZ") == 0 : setenv("TZ", "ZONE-3", 1) == 0);
      localtime(&start);
      CHECK(system(i % 2 ? "test -z \"$TZ\" -a -n \"$E2E_OWN\""
                         : "test \"$TZ\" = ZONE-3 -a -n \"$E2E_OWN\"") == 0);
    }
    if (rank + 1 < ranks) MPI_Send(NULL, 0, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv, char** variables) {
  CHECK(strcmp(getenv("E2E_WORD"), "first") == 0);
  CHECK(variables[0] == environ[0]);
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  char text[64], own[64], expected[64];
  snprintf(text, sizeof text, "%d", rank);
  snprintf(own, sizeof own, "it's %d", rank);
  CHECK(setenv("E2E_RANK", text, 1) == 0);
  CHECK(setenv("E2E_OWN", own, 0) == 0 && setenv("E2E_OWN", "another", 0) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(strcmp(getenv("E2E_OWN"), own) == 0 && strcmp(found("E2E_OWN"), own) == 0);
  snprintf(expected, sizeof expected, "first,%s", own);
  CHECK(echoes(expected));
  CHECK(system("test \"$E2E_OWN\" = \"it's $E2E_RANK\"") == 0);
  CHECK(executes() == 0);

  /* The program's own text is part of the list. */
  static char given[] = "E2E_GIVEN=0";
  CHECK(putenv(given) == 0);
  given[sizeof given - 2] = (char)('0' + rank % 10);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(getenv("E2E_GIVEN")[0] == '0' + rank % 10);

  /* The values are the rank's own, too. */
  getenv("E2E_WORD")[0] = (char)('a' + rank);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(getenv("E2E_WORD")[0] == 'a' + rank);
  if (rank % 2) CHECK(unsetenv("E2E_WORD") == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!getenv("E2E_WORD") == rank % 2);
  snprintf(expected, sizeof expected, "%cirst,%s", 'a' + rank, own);
  CHECK(echoes(rank % 2 ? strchr(expected, ',') : expected));
  CHECK(setenv("", "x", 1) == -1 && setenv("a=b", "x", 1) == -1 && unsetenv("a=b") == -1);

  for (int i = 0; i < 5; i++) {
    snprintf(text, sizeof text, "ZONE-%d", (rank + i) % 9 + 1);
    CHECK(hour(text) == (rank + i) % 9 + 1);
  }
  start_beside_other_zones(rank, world_size());
  setenv("TZ", text, 1);
  printf("rank %d: %s, %s\n", rank, getenv("E2E_OWN"), getenv("TZ"));
  if (rank == 0) CHECK(clearenv() == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!getenv("E2E_OWN") == (rank == 0));
  CHECK(setenv("E2E_OWN", "again", 1) == 0 && strcmp(getenv("E2E_OWN"), "again") == 0);
  for (int i = 0; i < 100; i++) {
    snprintf(text, sizeof text, "E2E_MANY_%d", i);
    CHECK(setenv(text, text, 1) == 0);
  }
  CHECK(strcmp(found("E2E_MANY_77"), "E2E_MANY_77") == 0);
  MPI_Finalize();
  return 0;
}
