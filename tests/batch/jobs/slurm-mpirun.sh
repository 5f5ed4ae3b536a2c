#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --nodes=2 --ntasks-per-node=1 --cpus-per-task=2
export BAMBOO_VF=4 BAMBOO_WORKERS=2
mpirun ./program                   # the MPI whose launcher this is
