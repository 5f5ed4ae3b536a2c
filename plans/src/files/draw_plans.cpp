// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "bamboo/plans/draw.h"
#include "bamboo/plans/multicast_steps.h"
#include "files/svg.h"

namespace bamboo::plans {

std::string to_svg(std::span<const Plan> plans) {
  constexpr int column = 120, row = 40, margin = 60;
  struct Sent {
    int phase;
    std::size_t count;
    bool by_multicast;
  };
  std::map<std::pair<int, int>, std::deque<Sent>> sent;
  int columns = 1;
  for (const Plan& plan : plans) {
    const std::vector<int> phase = phases(plan);
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      columns = std::max(columns, phase[i] + 1);
      const Step& step = plan.steps[i];
      if (step.kind == Step::Kind::Send)
        sent[{plan.rank, step.peer}].push_back({phase[i], step.count, false});
      if (!step.is_multicast() || step.peer != plan.rank) continue;
      for (int rank = 0; rank < plan.size; ++rank)
        if (const std::size_t count = part_of(step, rank).count)
          sent[{plan.rank, rank}].push_back({phase[i], count, true});
    }
  }
  const int width = margin + (columns + 1) * column;
  const int height = margin + static_cast<int>(plans.size()) * row;
  std::string out;
  append(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width,
         height);
  out +=
      "font-family=\"sans-serif\" font-size=\"11\">\n<defs><marker id=\"tip\" orient=\"auto\" "
      "markerWidth=\"7\" markerHeight=\"6\" refX=\"7\" refY=\"3\"><path d=\"M0,0 L7,3 L0,6 z\"/>"
      "</marker></defs>\n";
  if (!plans.empty()) append(out, "<text x=\"4\" y=\"16\">%s</text>\n", plans[0].algorithm.c_str());
  for (int p = 0; p <= columns; ++p)
    append(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>\n",
           margin + p * column, margin / 2, margin + p * column, height);
  for (std::size_t r = 0; r < plans.size(); ++r) {
    const int y = margin + static_cast<int>(r) * row;
    append(out, "<text x=\"4\" y=\"%d\">%d</text>", y + 4, plans[r].rank);
    append(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#888\"/>\n", margin, y,
           width, y);
  }
  for (const auto& [pair, messages] : sent)
    for (const Sent& message : messages) {
      const int x = margin + message.phase * column;
      append(out,
             "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" "
             "marker-end=\"url(#tip)\"><title>%d to %d%s: %zu</title></line>\n",
             x, margin + pair.first * row, x + column - 8, margin + pair.second * row,
             message.by_multicast ? "#2166ac\" stroke-dasharray=\"5 3" : "black", pair.first,
             pair.second, message.by_multicast ? " by multicast" : "", message.count);
    }
  return out + "</svg>\n";
}

}  // namespace bamboo::plans
