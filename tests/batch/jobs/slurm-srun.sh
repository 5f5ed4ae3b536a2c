#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --nodes=2 --ntasks-per-node=1 --cpus-per-task=2
export BAMBOO_VF=4                 # two processes, eight ranks
export BAMBOO_WORKERS=2            # threads that run ranks, one a core of the task
srun --mpi=pmix --cpus-per-task=2 ./program
