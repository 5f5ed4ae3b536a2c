#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --nodes=2 --ntasks-per-node=1 --cpus-per-task=2
bamboo run -n 8 --vf 4 --workers 2 -- ./program
