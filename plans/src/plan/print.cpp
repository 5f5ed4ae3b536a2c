// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/print.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>

#include "bamboo/plans/multicast_steps.h"

namespace bamboo::plans {

namespace {

bool moves(const Step& step) {
  return step.transfers() || step.is_multicast();
}

}  // namespace

std::vector<int> phases(const Plan& plan) {
  std::vector<int> phase(plan.steps.size(), 0);
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    for (std::uint32_t before : plan.steps[i].after)
      phase[i] = std::max(phase[i], phase[before] + (moves(plan.steps[before]) ? 1 : 0));
  return phase;
}

namespace {

std::string text(Place place) {
  static const char* const names[] = {"none", "input", "output", "scratch"};
  return std::string(names[static_cast<int>(place.buffer)]) + "+" + std::to_string(place.offset);
}

template <class... Arguments>
void append(std::string& out, const char* format, Arguments... arguments) {
  char line[256];
  std::snprintf(line, sizeof line, format, arguments...);
  out += line;
}

/// A receiver has no place that it sends from.
std::string multicast_text(const Step& step, const std::string& units) {
  static const char* const shares[] = {" to all", " in known parts", " in parts told before",
                                       " in parts told before to the few who get any"};
  const bool receives =
      step.to.buffer != Place::Buffer::None || step.from.buffer == Place::Buffer::None;
  if (receives)
    return "multicast by " + std::to_string(step.peer) + shares[static_cast<int>(step.share)] +
           ": " + units + " of it to " + text(step.to);
  return "multicast " + units + " at " + text(step.from) + shares[static_cast<int>(step.share)];
}

}  // namespace

std::string to_text(const Step& step) {
  const std::string units = std::to_string(step.count) + (step.count == 1 ? " unit" : " units");
  switch (step.kind) {
    case Step::Kind::Send:
      return "send " + units + " at " + text(step.from) + " to " + std::to_string(step.peer);
    case Step::Kind::Receive:
      return "receive " + units + " from " + std::to_string(step.peer) + " to " + text(step.to);
    case Step::Kind::Copy:
      return "copy " + units + " " + text(step.from) + " to " + text(step.to);
    case Step::Kind::Reduce:
      return "reduce " + units + " " + text(step.to) + " = " + text(step.from) + " op " +
             text(step.to);
    case Step::Kind::Multicast:
      return multicast_text(step, units);
  }
  return "?";
}

std::string to_text(const Plan& plan) {
  std::string out = plan.algorithm + ", rank " + std::to_string(plan.rank) + " of " +
                    std::to_string(plan.size) + ", scratch " + std::to_string(plan.scratch) + "\n";
  const std::vector<int> phase = phases(plan);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    out += "  [" + std::to_string(phase[i]) + "] " + std::to_string(i) + ": " + to_text(step);
    for (std::size_t k = 0; k < step.after.size(); ++k)
      out += (k == 0 ? ", after " : " ") + std::to_string(step.after[k]);
    out += "\n";
  }
  return out;
}

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
