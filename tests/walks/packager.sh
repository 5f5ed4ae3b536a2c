# SPDX-License-Identifier: Apache-2.0
# A packager: a staging folder, the prefix of a distribution, and no path of the build in it.
cp "$inputs"/{ring.c,ring.h} .
stage=$place/stage
must env DESTDIR="$stage" cmake --install "$tree" --prefix /usr
perform grep -rlIF "$tree" "$stage"
[ -z "$output" ] || fail "files name the build folder" grep -rlIF "$tree" "$stage"
perform find "$stage" -xtype l
[ -z "$output" ] || fail "links lead nowhere" find "$stage" -xtype l
version=$("$stage/usr/bin/bamboo" --version)
[[ $version == "bamboo "[0-9]* ]] || fail "no version" bamboo --version

# It works wherever it is: in the staging folder, and moved.
must mpicc.openmpi ring.c -o plain
plain expected mpirun.openmpi -n 4 ./plain
mkdir "$place/elsewhere"
for step in stay move; do
  [ $step = stay ] || { mv "$stage/usr" "$place/elsewhere/bamboo"; stage=$place/elsewhere; }
  bin=$(echo "$stage"/*/bin)
  must "$bin/bamboo" doctor
  must "$bin/bamboocc" --bamboo-mode=tasks ring.c -o ring
  prints expected "$bin/bamboo" run -n 4 --vf 2 -- ./ring
  pc=$(find "$stage" -name bamboo-taskgraph.pc)
  must env PKG_CONFIG_PATH="$(dirname "$pc")" pkg-config --cflags --libs bamboo-taskgraph
  [[ $output == *"$(dirname "$bin")"* ]] || fail "pkg-config does not lead to it" pkg-config bamboo-taskgraph
done
