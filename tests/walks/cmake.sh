# SPDX-License-Identifier: Apache-2.0
# A developer of a C++ project that CMake builds.
cat > ring.h <<'end'
int around(int value);
end
cat > ring.cpp <<'end'
#include "ring.h"
#include <mpi.h>
static int calls = 0;
int around(int value) {
  int rank, ranks, got;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % ranks, 0, &got, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return got + ++calls;
}
end
cat > main.cpp <<'end'
#include "ring.h"
#include <mpi.h>
#include <cstdio>
#include <vector>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, value;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank;
  for (int i = 0; i < 5; ++i) value = around(value);
  std::vector<double> row(1000, rank), sum(1000);
  MPI_Allreduce(row.data(), sum.data(), 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  std::printf("rank %d: %d %g\n", rank, value, sum[999]);
  MPI_Finalize();
}
end
cat > CMakeLists.txt <<'end'
cmake_minimum_required(VERSION 3.20)
project(Ring LANGUAGES CXX)
find_package(MPI REQUIRED)
add_library(part STATIC ring.cpp)
target_link_libraries(part PRIVATE MPI::MPI_CXX)
add_executable(ring main.cpp)
target_link_libraries(ring PRIVATE part MPI::MPI_CXX)
end
must mpicxx.openmpi -O2 main.cpp ring.cpp -o plain
plain expected mpirun.openmpi -n 4 ./plain

for mode in auto off overlap tasks; do
  export BAMBOO_MODE=$mode
  must cmake -S . -B $mode -DCMAKE_CXX_COMPILER=bambooc++ -DCMAKE_BUILD_TYPE=Release
  must cmake --build $mode
  prints expected bamboo run -n 4 -- $mode/ring
  must cmake -S . -B $mode-unity -DCMAKE_CXX_COMPILER=bambooc++ -DCMAKE_UNITY_BUILD=ON
  must cmake --build $mode-unity
  prints expected bamboo run -n 4 -- $mode-unity/ring
done
prints expected bamboo run -n 4 --vf 4 -- tasks/ring
declare -A archiver=([off]="" [overlap]="-DCMAKE_AR=$(command -v llvm-ar-19)")
archiver[overlap]+=" -DCMAKE_RANLIB=$(command -v llvm-ranlib-19)"
for mode in off overlap; do
  export BAMBOO_MODE=$mode
  must cmake -S . -B $mode-lto -DCMAKE_CXX_COMPILER=bambooc++ -DCMAKE_CXX_FLAGS="-O2 -flto" \
    ${archiver[$mode]}
  must cmake --build $mode-lto
  prints expected bamboo run -n 4 -- $mode-lto/ring
done
unset BAMBOO_MODE

# The project keeps its compiler: MPI's flags come from bambooc++.
must cmake -S . -B own -DCMAKE_CXX_COMPILER=g++ -DMPI_CXX_COMPILER="$(command -v bambooc++)"
must cmake --build own
prints expected bamboo run -n 4 -- own/ring

# The package, and a task graph with the compiler's default standard.
mkdir graph
cp "$inputs"/task_graph/* graph
must cmake -S graph -B graph/out -DCMAKE_PREFIX_PATH="$place/prefix"
must cmake --build graph/out
shows "sum 45 of 10 tasks" graph/out/ring

# Editors and checkers read compile_commands.json.
must cmake -S . -B checked -DCMAKE_CXX_COMPILER=bambooc++ -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
CPATH=$(bambooc++ -showme:incdirs | tr ' ' :)
export CPATH
for tool in clang-tidy-19 clangd-19; do
  installed $tool || { echo "walk: skipped, $tool is not installed"; exit 77; }
done
must clang-tidy-19 -p checked --quiet --checks='-*,clang-diagnostic-*,bugprone-infinite-loop' --warnings-as-errors='*' main.cpp
shows "All checks completed, 0 errors" clangd-19 --compile-commands-dir=checked --check=main.cpp
unset CPATH
must cmake -S . -B asked -DCMAKE_CXX_COMPILER="$(command -v bambooc++)" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
shows "All checks completed, 0 errors" clangd-19 --compile-commands-dir=asked \
  --query-driver="$(command -v bambooc++)" --check=main.cpp

# ccache in front of the compiler, and behind it: the mode decides which object it gives.
export CCACHE_DIR=$place/ccache
for mode in off tasks off tasks; do
  BAMBOO_MODE=$mode must ccache bambooc++ -O2 -c ring.cpp -o front-$mode.o
  BAMBOO_MODE=$mode must bambooc++ --bamboo-cc="ccache g++" -O2 -c ring.cpp -o behind-$mode.o
done
for order in front behind; do
  must bambooc++ --bamboo-mode=tasks main.cpp $order-tasks.o -o $order
  prints expected bamboo run -n 4 --vf 2 -- ./$order
  refuses "mode" bambooc++ --bamboo-mode=tasks main.cpp $order-off.o -o wrong
done
