// SPDX-License-Identifier: Apache-2.0
// Replays a Jacobi 3D with measured costs on a simulated machine: INPUT.json, result on stdout.
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simulate.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s INPUT.json\n", argv[0]);
    return 2;
  }
  std::ifstream in(argv[1]);
  if (!in) {
    std::fprintf(stderr, "%s: error: cannot read '%s'\n", argv[0], argv[1]);
    return 2;
  }
  try {
    const simulator::Result result = simulator::simulate(simulator::read_input(in));
    const nlohmann::json json = {{"seconds", result.seconds},
                                 {"ends", result.ends},
                                 {"messages", result.messages},
                                 {"bytes", result.bytes}};
    std::puts(json.dump().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: error: %s\n", argv[0], error.what());
    return 2;
  }
}
