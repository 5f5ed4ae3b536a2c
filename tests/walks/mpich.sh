# SPDX-License-Identifier: Apache-2.0
# A user of MPICH, on a machine where Open MPI comes first.
installed mpicc.mpich && installed mpicc.openmpi || { echo "walk: skipped, it needs both MPIs"; exit 77; }
export BAMBOO_MPI=mpich
cp "$inputs"/{sum,ring,window,sleeps,exits}.c "$inputs/rank_of.c" .
must mpicc.mpich -O2 window.c "$inputs/add.c" -o plain
plain expected mpirun.mpich -n 3 ./plain
for mode in auto off overlap tasks; do
  must bamboocc --bamboo-mode=$mode -O2 window.c "$inputs/add.c" -o window
  prints expected bamboo run -n 3 -- ./window
  [ $mode = tasks ] || prints expected mpirun.mpich -n 3 ./window
done

# Questions of build systems, as MPICH's own compiler answers them.
includes=$(mpicc.mpich -show | grep -o -- '-I[^ ]*mpich[^ ]*' | head -1)
shows "$includes" bamboocc --bamboo-mode=off -show
shows "$includes" bamboocc --bamboo-mode=off -compile-info
shows "-lmpich" bamboocc --bamboo-mode=off -show
shows "-lmpich" bamboocc --bamboo-mode=off -link-info
for question in command compile link incdirs libdirs libs version; do
  must bamboocc -showme:$question
done

# Objects of one MPI are not linked with another one.
must bamboocc --bamboo-mode=off -c sum.c -o of_mpich.o
BAMBOO_MPI=openmpi refuses "compiled for mpich" bamboocc --bamboo-mode=off of_mpich.o -o mixed

# Mistakes are one line.
for mistake in "-n 0" "-n two" "-n 2 --vf 0" "-n 2 --vff 2"; do
  # shellcheck disable=SC2086
  refuses "bamboo run: error: " bamboo run $mistake -- ./window
  [ "${#output}" -lt 250 ] || fail "is a long message" bamboo run $mistake
done
refuses "did you mean '--vf'" bamboo run -n 2 --vff 2 -- ./window
refuses "there is no program './nothing'" bamboo run -n 2 -- ./nothing
refuses "there is no host file 'nothing'" bamboo run -n 2 -hostfile nothing -- ./window
refuses "did you mean 'bcast'" bamboo plan make --op bcst --bytes 1K --network star:2x1Gbit -o plan.json

# Ctrl-C ends the job by SIGINT; else the exit status is the program's.
must bamboocc --bamboo-mode=tasks sleeps.c -o sleeps
for options in "--vf 2" "--vf 1"; do
  # shellcheck disable=SC2086
  must python3 "$inputs/interrupted.py" 2 bamboo run -n 2 $options -- ./sleeps
done
must bamboocc --bamboo-mode=tasks exits.c -o exits
perform bamboo run -n 2 --vf 2 -- ./exits by 3
[ "$status" -eq 3 ] || fail "does not end with status 3" bamboo run -- ./exits by 3
perform bamboo run -n 2 --vf 2 -- ./exits abort 7
[ "$status" -eq 7 ] || fail "does not end with status 7" bamboo run -- ./exits abort 7
