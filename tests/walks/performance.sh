# SPDX-License-Identifier: Apache-2.0
# A performance engineer, who asks where the time goes.
cp "$here"/../../docs/start/{heat,transpose,rows}.c .

# A program in mode tasks: report, trace, one page, settings.
must bamboocc -O2 -g heat.c -o heat
shows "waiting in" bamboo run -n 8 --vf 4 --report --trace heat.json -- ./heat
[[ $output == *"heat.c:"* ]] || fail "no source line is named" bamboo run --report -- ./heat
shows "waiting in" bamboo report heat.json
must bamboo report --json heat.json
cp "$place/printed" report.json
must python3 -m json.tool report.json
must bamboo report --html heat.html heat.json
shows "heat.c" cat heat.html
must bamboo trace heat.json -o whole.json
must python3 -m json.tool whole.json
must bamboo tune -n 8 --vf 4,8 --workers 1 --geometry 8 --service inline --order lifo -o heat.tune -- ./heat
shows "[heat, 8 ranks]" cat heat.tune
shows "heat on the plate" bamboo run -n 8 --tune heat.tune -- ./heat

# A plain program: what waits, and what plans do.
must mpicc.openmpi -O2 -g transpose.c -o transpose
shows "transpose.c:19" bamboo run -n 2 --report -- ./transpose
shows "transpose.c:19" bamboo run -n 2 --plans --report -- ./transpose

# Mode overlap: the windows beside the source, and the reasons.
shows "rows.c" bamboo explain rows.c
