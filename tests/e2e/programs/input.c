/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,4,8 */
/* e2e-input: 12 apples */
/* e2e-input: a whole line */
/* e2e-input: x */
/* e2e-input: another line */
/* e2e-input: the rest */
/* The first rank reads standard input, in every way. The others read its end, although they read
 * first. (Not under every MPI's launcher: if each rank has a separate process, MPICH lets them
 * wait for ever, so only ranks of the first one's process read.) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* Returns whether another rank of the same process precedes this one. */
static int is_beside_another(void) {
  int pids[16], mine = (int)getpid();
  MPI_Allgather(&mine, 1, MPI_INT, pids, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < world_rank(); i++)
    if (pids[i] == mine) return 1;
  return 0;
}

static int reads_nothing_in_child(void) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    char c;
    _exit(read(0, &c, 1) == 0 ? 0 : 1);
  }
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void read_at_the_end(void) {
  char text[64];
  int number;
  char* line = NULL;
  size_t room = 0;
  CHECK(read(STDIN_FILENO, text, sizeof text) == 0);
  CHECK(readv(0, &(struct iovec){text, sizeof text}, 1) == 0);
  CHECK(!isatty(0));
  CHECK(scanf("%d", &number) == EOF && feof(stdin));
  clearerr(stdin);
  CHECK(getchar() == EOF);
  clearerr(stdin);
  CHECK(!fgets(text, sizeof text, stdin));
  clearerr(stdin);
  CHECK(getline(&line, &room, stdin) == -1);
  free(line);
  CHECK(system("read word") != 0);
  FILE* from = popen("cat", "r");
  CHECK(!fgets(text, sizeof text, from));
  CHECK(pclose(from) == 0);
  FILE* to = popen("read word && test \"$word\" = given", "w");
  fputs("given\n", to);
  CHECK(pclose(to) == 0);
  CHECK(reads_nothing_in_child());

  /* A file in its place is the rank's own. */
  char path[] = "input-XXXXXX";
  const int file = mkstemp(path);
  CHECK(write(file, "7 8 9", 5) == 5 && lseek(file, 0, SEEK_SET) == 0);
  clearerr(stdin);
  CHECK(dup2(file, 0) == 0 && read(0, text, 2) == 2 && text[0] == '7');
  CHECK(scanf("%d", &number) == 1 && number == 8);
  CHECK(freopen(path, "r", stdin) == stdin && scanf("%d", &number) == 1 && number == 7);
  close(file);
  unlink(path);
  CHECK(fclose(stdin) == 0 && close(0) == 0);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (is_beside_another()) read_at_the_end();
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    int number;
    char word[16], line[32], rest[32] = "";
    CHECK(scanf("%d %15s", &number, word) == 2 && getchar() == '\n');
    CHECK(fgets(line, sizeof line, stdin));
    const int letter = getchar();
    CHECK(getc(stdin) == '\n');
    printf("rank 0: %d, %s, %s", number, word, line);
    CHECK(fgets(rest, sizeof rest, stdin));
    printf("rank 0: %c, %s", letter, rest);
    while (fgets(line, sizeof line, stdin)) printf("rank 0: %s", line);
    CHECK(fclose(stdin) == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const int file = open("/dev/null", O_RDONLY);
  CHECK(world_rank() == 0 || file > 0); /* the number of another rank's input */
  MPI_Finalize();
  return 0;
}
