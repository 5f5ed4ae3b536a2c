#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#PBS -l select=2:ncpus=2:mpiprocs=1
cd "$PBS_O_WORKDIR" || exit
bamboo run -n 8 --vf 4 --workers 2 -- ./program
