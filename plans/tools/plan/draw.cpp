// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "bamboo/plans/files.h"
#include "bamboo/plans/print.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

struct DrawOptions {
  std::string file, output;
};

int draw(const DrawOptions& options) {
  const SavedPlan plan = saved_plan_from_json(read_text(options.file), options.file);
  constexpr std::size_t most = 50'000;  // no viewer shows more
  std::size_t shapes = 0;
  if (plan.phases)
    for (const auto& phase : plan.phases->phases)
      shapes += phase.size() + plan.network.links().size();
  if (shapes > most)
    throw std::invalid_argument("a picture of " + std::to_string(shapes) +
                                " arrows and links shows nothing; draw fewer ranks");
  write_text(options.output, plan.phases ? to_svg(*plan.phases, plan.network) : to_svg(plan.plans));
  return 0;
}

}  // namespace

Run draw_command(CLI::App& app) {
  const auto options = std::make_shared<DrawOptions>();
  app.add_option("FILE", options->file, "a plan of 'bamboo plan make'")->required();
  app.add_option("-o,--output", options->output, "the picture, an SVG")
      ->required()
      ->type_name("FILE.svg");
  return [options] { return draw(*options); };
}

}  // namespace bamboo::plans::command
