// SPDX-License-Identifier: Apache-2.0
#pragma bamboo receive
MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma bamboo send
MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
