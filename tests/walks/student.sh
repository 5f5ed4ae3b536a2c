# SPDX-License-Identifier: Apache-2.0
# A student with a laptop: 64 ranks on its two cores, and a first mistake.
cp "$here"/../../docs/start/{heat,rows}.c .
must bamboo doctor

# Annotated, and with no directive. With more ranks than cores the ranks share processes by themselves.
must mpicc.openmpi -O2 heat.c -o heat-plain
plain heat-expected mpirun.openmpi -n 4 ./heat-plain
must bamboocc -O2 heat.c -o heat
prints heat-expected bamboo run -n 64 -- ./heat
must mpicc.openmpi -O2 rows.c -o rows-plain
plain rows-expected mpirun.openmpi -n 4 ./rows-plain
must bamboocc --bamboo-mode=tasks -O2 rows.c -o rows
must bamboo run -n 64 -- ./rows
must bamboo run -n 64 --dry-run -- ./rows
[[ $output != *"-n 64"* ]] || [ "$(nproc)" -ge 64 ] || fail "starts 64 processes" bamboo run -n 64 -- ./rows

# All ranks receive first.
cat > wrong.c <<'end'
#include <mpi.h>
int main(int argc, char** argv) {
  int rank, size, got;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Recv(&got, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&rank, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
end
must bamboocc --bamboo-mode=tasks -g wrong.c -o wrong
perform env BAMBOO_DEADLOCK_SECONDS=1 bamboo run -n 64 -- ./wrong
[ "$status" -eq 125 ] && [[ $output == *"deadlock: "*"rank 63 waits in MPI_Recv"*"wrong.c:7"* ]] ||
  fail "the deadlock of rank 63 is missing" bamboo run -n 64 -- ./wrong
