# SPDX-License-Identifier: Apache-2.0
# A developer on a cluster: no root, a module's MPI with names of its own, a batch system, several hosts.
cp "$here"/../../docs/start/heat.c .
mkdir site
ln -s "$(command -v mpicc.openmpi)" site/mpicc
ln -s "$(command -v mpirun.openmpi)" site/mpirun
export PATH=$PWD/site:$PATH
must bamboo doctor

# What the module names is taken, and a wrong name is an error.
must mpicc -O2 heat.c -o plain
plain expected mpirun -n 4 ./plain
must env BAMBOO_MPICC="$PWD/site/mpicc" bamboocc -O2 heat.c -o heat
prints expected env BAMBOO_MPIRUN="$PWD/site/mpirun" bamboo run -n 4 --vf 2 -- ./heat
refuses "no-mpirun" env BAMBOO_MPIRUN="$PWD/site/no-mpirun" bamboo run -n 4 --vf 2 -- ./heat

# In an allocation its launcher starts the processes, and none more than there are cores.
allocation=(env SLURM_JOB_ID=1 SLURM_JOB_NUM_NODES=2 "SLURM_JOB_CPUS_PER_NODE=2(x2)" SLURM_NTASKS=2)
must "${allocation[@]}" bamboo run -n 8 --vf 4 --launcher srun --dry-run -- ./heat
[[ $output == *srun*"-n 2"* && $output != *oversubscribe* ]] || fail "does not use srun" bamboo run --dry-run -- ./heat
must "${allocation[@]}" bamboo run -n 8 --vf 4 --launcher mpirun --dry-run -- ./heat
[[ $output == *mpirun* && $output != *oversubscribe* ]] || fail "does not use mpirun" bamboo run --launcher mpirun

# Several hosts: each process on its own.
perform bamboo cluster run --hosts 2 --cores 1 --rate 0 -- true
[ "$status" -eq 0 ] || { echo "walk: skipped, hosts cannot be emulated here: $output"; exit 77; }
for options in "--vf 2" "--vf 4" "--vf 2 --report"; do
  # shellcheck disable=SC2086
  prints expected bamboo cluster run --hosts 2 --cores 1 --rate 0 -- bamboo run -n 8 $options -- ./heat
done
