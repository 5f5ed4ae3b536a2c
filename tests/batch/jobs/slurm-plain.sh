#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --nodes=2 --ntasks-per-node=2
bamboo run -n 4 --plans --report -- ./program
