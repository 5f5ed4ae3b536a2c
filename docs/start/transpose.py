# SPDX-License-Identifier: Apache-2.0
# transpose.py: a matrix in slabs of rows, transposed again and again. Plain mpi4py.
import array
from mpi4py import MPI

world = MPI.COMM_WORLD
COUNT = 32768  # numbers for each process
mine = array.array("d", range(COUNT * world.size))
theirs = array.array("d", bytes(8 * COUNT * world.size))
for turn in range(40):
    if turn == 20:
        begin = MPI.Wtime()
    world.Alltoall([mine, COUNT, MPI.DOUBLE], [theirs, COUNT, MPI.DOUBLE])
seconds = world.allreduce(MPI.Wtime() - begin, op=MPI.MAX)
right = theirs == mine[COUNT * world.rank:COUNT * (world.rank + 1)] * world.size
if not world.allreduce(right, op=MPI.LAND):
    raise SystemExit("a block is wrong")
if world.rank == 0:
    print(f"{1000 * seconds / 20:.0f} ms each")
