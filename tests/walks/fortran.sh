# SPDX-License-Identifier: Apache-2.0
# A developer of Fortran programs.
for tool in gfortran flang-new-19; do
  installed $tool || { echo "walk: skipped, $tool is not installed"; exit 77; }
done
cat > old.f <<'end'
      program old
      include 'mpif.h'
      integer rank, ranks, total, error
      common /state/ calls
      integer calls
      data calls /0/
      call MPI_Init(error)
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
      call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
      calls = calls + 1
      call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM,
     &                   MPI_COMM_WORLD, error)
      print '(4i4)', rank, ranks, total, calls
      call MPI_Finalize(error)
      end
end
cat > state.f90 <<'end'
module state
  implicit none
  integer, parameter :: n = 20000
  double precision, allocatable :: u(:, :)
  integer, save :: calls = 0
contains
  subroutine fill(rank)
    integer, intent(in) :: rank
    allocate (u(n, 0:3))
    u = rank
    calls = calls + 1
  end subroutine
end module
end
cat > halo.f90 <<'end'
program halo
  use mpi
  use state
  implicit none
  integer :: rank, ranks, next, previous, error, step
  double precision :: v(n)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)
  call fill(rank)
  do step = 1, 10
    call MPI_Sendrecv(u(1, 2), n, MPI_DOUBLE_PRECISION, next, 0, u(1, 0), n, &
                      MPI_DOUBLE_PRECISION, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    v = 0.5d0 * (u(:, 1) + u(:, 2))
    u(:, 1) = v + u(:, 0)
  end do
  print '(i4, f20.8, i4)', rank, u(n, 1), calls
  call MPI_Finalize(error)
end program
end
cat > modern.f90 <<'end'
program modern
  use mpi_f08
  implicit none
  integer :: rank, total
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  print '(2i4)', rank, total
  call MPI_Finalize()
end program
end
cat > missing.f90 <<'end'
program missing
  use mpi
  implicit none
  integer :: error
  call MPI_Init(error)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize(error)
end program
end
for mpi in openmpi mpich; do
  export BAMBOO_MPI=$mpi
  must mpifort.$mpi -O2 old.f -o old-plain
  plain old-expected mpirun.$mpi -n 4 ./old-plain
  must mpifort.$mpi -O2 state.f90 halo.f90 -o halo-plain
  plain halo-expected mpirun.$mpi -n 4 ./halo-plain
  must mpifort.$mpi -O2 modern.f90 -o modern-plain
  plain modern-expected mpirun.$mpi -n 4 ./modern-plain
  for compiler in flang-new-19 gfortran; do
    for mode in off overlap tasks; do
      [ $compiler-$mode != gfortran-overlap ] || continue
      rm -f *.mod
      must bamboofc --bamboo-cc=$compiler --bamboo-mode=$mode -O2 old.f -o old
      prints old-expected bamboo run --mpi $mpi -n 4 -- ./old
      must bamboofc --bamboo-cc=$compiler --bamboo-mode=$mode -O2 -c state.f90
      must bamboofc --bamboo-cc=$compiler --bamboo-mode=$mode -O2 halo.f90 state.o -o halo
      prints halo-expected bamboo run --mpi $mpi -n 4 -- ./halo
      refuses "rror: " bamboofc --bamboo-cc=$compiler --bamboo-mode=$mode -c missing.f90
    done
    must bamboofc --bamboo-cc=$compiler --bamboo-mode=tasks -O2 modern.f90 -o modern
    prints modern-expected bamboo run --mpi $mpi -n 4 --vf 4 -- ./modern
  done
done
unset BAMBOO_MPI
# Mode overlap takes mpi_f08 of Open MPI. MPICH's is refused, and the message leads to a way that works.
must bamboofc --bamboo-mode=overlap -O2 modern.f90 -o modern
prints modern-expected bamboo run -n 4 -- ./modern
BAMBOO_MPI=mpich refuses "--bamboo-mode=tasks" bamboofc --bamboo-mode=overlap -O2 modern.f90 -o modern
# Without an option: gfortran, or flang for the whole program.
rm -f *.mod
must bamboofc -O2 state.f90 halo.f90 -o halo
prints halo-expected bamboo run -n 4 -- ./halo
must bamboofc -O2 modern.f90 -o modern
prints modern-expected bamboo run -n 4 -- ./modern
cat > CMakeLists.txt <<'end'
cmake_minimum_required(VERSION 3.20)
project(Halo LANGUAGES Fortran)
add_executable(halo state.f90 halo.f90)
end
must cmake -S . -B out -DCMAKE_Fortran_COMPILER=bamboofc
must cmake --build out
prints halo-expected bamboo run -n 4 -- out/halo
