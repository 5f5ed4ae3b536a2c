#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# flux: --nodes=2
# flux: --exclusive
bamboo run -n 8 --vf 4 --workers 2 -- ./program
