# SPDX-License-Identifier: Apache-2.0
# A careful tester of mode tasks, who looks for silent wrong answers.
cp "$inputs"/{plugin,sums_plugin,opens_plugin,ring}.c "$inputs/ring.h" .
installed mpicc.openmpi || { echo "walk: skipped, Open MPI is not installed"; exit 77; }

# Plugins are the rank's own, also without an option: more ranks than cores share processes.
must bamboocc --bamboo-mode=tasks -shared -fPIC plugin.c -o plugin.so
must bamboocc --bamboo-mode=tasks opens_plugin.c -ldl -o opens
for options in "--vf 4" "--vf 2" ""; do
  # shellcheck disable=SC2086
  shows "calls 1 1 1 1" bamboo run -n 4 $options -- ./opens ./plugin.so
done
must mpicc.openmpi -shared -fPIC sums_plugin.c -o plain.so
shows "it is built for an installed MPI" bamboo run -n 4 --vf 4 -- ./opens ./plain.so
refuses "there is no such shared library" bamboocc --bamboo-mode=tasks --bamboo-private=never.so \
  opens_plugin.c -ldl -o names
must gcc -shared -fPIC plugin.c -o never.so
must bamboocc --bamboo-mode=tasks --bamboo-private=never.so opens_plugin.c -ldl -o names
refuses "no rank has linked or opened this library" bamboo run -n 4 --vf 4 -- ./names ./plugin.so

# A linked library that is compiled for ranks.
cat > counts.c <<'end'
int count(void) { static int calls = 0; return ++calls; }
end
cat > linked.c <<'end'
#include <mpi.h>
#include <stdio.h>
int count(void);
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d: %d\n", rank, count());
  MPI_Finalize();
}
end
must mpicc.openmpi linked.c counts.c -o linked-plain
plain expected mpirun.openmpi -n 4 ./linked-plain
must bamboocc --bamboo-mode=tasks -shared -fPIC counts.c -o libcounts.so
must bamboocc --bamboo-mode=tasks linked.c -L. -lcounts -Wl,-rpath,"$PWD" -o linked
prints expected bamboo run -n 4 --vf 4 -- ./linked
must bamboocc --bamboo-mode=tasks --bamboo-shared=libcounts.so linked.c -L. -lcounts -Wl,-rpath,"$PWD" -o shared
shows ": 4" bamboo run -n 4 --vf 4 -- ./shared

# A frame that is larger than the stack reaches no other rank's stack.
cat > frame.c <<'end'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int use(size_t bytes) {
  char array[bytes];
  memset(array, 1, bytes);
  return array[bytes - 1] + array[0];
}
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double mine[1000];
  for (int i = 0; i < 1000; ++i) mine[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", use((size_t)(1024 * atof(argv[1])) << 10));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i)
    if (mine[i] != rank) printf("rank %d: wrong\n", rank);
  MPI_Finalize();
}
end
must bamboocc --bamboo-mode=tasks -O1 frame.c -o frame
for megabytes in 8.2 9 12; do
  perform sh -c "ulimit -s 8192; exec bamboo run -n 4 --vf 4 -- ./frame $megabytes"
  [ "$status" -gt 0 ] && [[ $output == *"rank 1: stack overflow"* ]] ||
    fail "is no stack overflow" bamboo run -n 4 --vf 4 -- ./frame $megabytes
  shows 2 env BAMBOO_STACK_SIZE=32M bamboo run -n 4 --vf 4 -- ./frame $megabytes
done

# Children are the rank's own, and a fork prints no line twice.
cat > children.c <<'end'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int rank, status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("before %d\n", rank);
  const pid_t child = fork();
  if (child == 0) exit(rank + 10);
  MPI_Barrier(MPI_COMM_WORLD);
  const pid_t got = wait(&status);
  printf("rank %d: %s %d\n", rank, got == child ? "own" : "another", WEXITSTATUS(status));
  MPI_Finalize();
}
end
cat > lines <<'end'
before 0
before 1
before 2
before 3
rank 0: own 10
rank 1: own 11
rank 2: own 12
rank 3: own 13
end
must bamboocc --bamboo-mode=tasks children.c -o children
for vf in 1 2 4; do
  prints lines bamboo run -n 4 --vf $vf -- ./children
done

# Sanitizers. The installed MPIs lose memory.
export ASAN_OPTIONS=detect_leaks=0
for sanitizer in address undefined; do
  must bamboocc --bamboo-mode=tasks -fsanitize=$sanitizer -g ring.c -o ring
  shows "0 got 3" bamboo run -n 4 --vf 4 -- ./ring
done
refuses "-fsanitize=thread" bamboocc --bamboo-mode=tasks -fsanitize=thread ring.c -o ring

# Names of mistakes.
must bamboocc --bamboo-mode=tasks ring.c -o ring
refuses "did you mean '--vf'" bamboo run -n 2 --vff 2 -- ./ring
refuses "bamboo check: error: " bamboo check nosuch.c
shows "supports all MPI functions that it calls" bamboo check ring
