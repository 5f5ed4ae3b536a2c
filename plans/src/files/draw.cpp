// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/plans/multicast_steps.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/quantities.h"

namespace bamboo::plans {
namespace {

/// Text in the format of printf, up to 511 bytes.
template <class... Arguments>
void append(std::string& out, const char* format, Arguments... arguments) {
  char line[512];
  std::snprintf(line, sizeof line, format, arguments...);
  out += line;
}

constexpr int left = 90, top = 44, column = 96, row = 24, link_row = 13, gap = 34;

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text)
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  return out;
}

/// The colours go from pale (idle) over blue to dark red (always busy).
std::string colour(double part) {
  const double x = std::clamp(part, 0.0, 1.0);
  const double red = x < 0.5 ? 222 - 2 * x * 156 : 66 + (2 * x - 1) * 112;
  const double green = x < 0.5 ? 235 - 2 * x * 89 : 146 - (2 * x - 1) * 122;
  const double blue = x < 0.5 ? 247 - 2 * x * 48 : 199 - (2 * x - 1) * 156;
  char text[16];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<int>(red), static_cast<int>(green),
                static_cast<int>(blue));
  return text;
}

class Drawing {
 public:
  Drawing(const Phases& phases, const Network& network) : phases_(phases), network_(network) {
    for (std::size_t link = 0; link < network.links().size(); ++link)
      if (!std::isinf(network.links()[link].rate)) links_.push_back(static_cast<int>(link));
    all_.assign(network.links().size(), 0);
  }

  std::string draw() {
    const int columns = static_cast<int>(phases_.phases.size());
    width_ = left + columns * column + column;
    links_top_ = top + phases_.size * row + gap;
    const int height = links_top_ + static_cast<int>(links_.size()) * link_row + 12;
    begin(height);
    for (int p = 0; p < columns; ++p) draw_phase(p);
    draw_sums();
    return out_ + "</svg>\n";
  }

 private:
  void begin(int height) {
    append(out_, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width_,
           height);
    out_ +=
        "font-family=\"sans-serif\" font-size=\"11\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<defs><marker id=\"tip\" orient=\"auto\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" "
        "refY=\"3\" markerUnits=\"userSpaceOnUse\"><path d=\"M0,0 L7,3 L0,6 "
        "z\"/></marker></defs>\n";
    append(out_, "<text x=\"4\" y=\"16\">%s, %d ranks, %zu phases</text>\n",
           escaped(phases_.scheduler).c_str(), phases_.size, phases_.phases.size());
    for (int r = 0; r < phases_.size; ++r) {
      const int y = host_y(r);
      append(out_, "<text x=\"4\" y=\"%d\">%s</text>", y + 4, escaped(network_.names()[r]).c_str());
      append(out_, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>\n", left, y,
             width_ - column, y);
    }
    for (std::size_t i = 0; i < links_.size(); ++i)
      append(out_, "<text x=\"4\" y=\"%d\" font-size=\"10\">%s</text>\n", link_y(i) + link_row - 3,
             escaped(network_.links()[links_[i]].name).c_str());
  }

  int host_y(int rank) const { return top + rank * row + row / 2; }
  int link_y(std::size_t place) const { return links_top_ + static_cast<int>(place) * link_row; }

  void draw_phase(int p) {
    const bool small = phases_.small_last && p + 1 == static_cast<int>(phases_.phases.size());
    const int x = left + p * column;
    std::vector<double> busy(network_.links().size(), 0);
    std::size_t largest = 0;
    double longest = 0;
    for (const Transfer& t : phases_.phases[p]) {
      largest = std::max(largest, t.bytes);
      longest = std::max(longest, static_cast<double>(t.bytes) / network_.rate(t.from, t.to));
      for (int link : network_.route(t.from, t.to))
        busy[link] += static_cast<double>(t.bytes) / network_.links()[link].rate;
    }
    append(out_, "<text x=\"%d\" y=\"%d\" fill=\"#555\">%s %s</text>\n", x, top - 8,
           small ? "small:" : ("phase " + std::to_string(p) + ":").c_str(),
           bytes_text(static_cast<double>(largest)).c_str());
    for (const Transfer& t : phases_.phases[p])
      append(out_,
             "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"black\" "
             "stroke-width=\"%.2g\" marker-end=\"url(#tip)\"><title>%s to %s: %s</title></line>\n",
             x + 3, host_y(t.from), x + column - 12, host_y(t.to),
             0.4 + 1.6 * static_cast<double>(t.bytes) / static_cast<double>(largest),
             escaped(network_.names()[t.from]).c_str(), escaped(network_.names()[t.to]).c_str(),
             bytes_text(static_cast<double>(t.bytes)).c_str());
    for (std::size_t i = 0; i < links_.size(); ++i) {
      all_[links_[i]] += busy[links_[i]];
      if (longest > 0) draw_link(x, i, busy[links_[i]] / longest, busy[links_[i]]);
    }
  }

  void draw_link(int x, std::size_t place, double part, double seconds) {
    const std::string times =
        part > 1.001 ? ", " + std::to_string(part).substr(0, 4) + " times what one message takes"
                     : std::string();
    append(out_,
           "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"><title>%s: %s%s</title>"
           "</rect>\n",
           x, link_y(place), column - 4, link_row - 2, colour(part).c_str(),
           escaped(network_.links()[links_[place]].name).c_str(), seconds_text(seconds).c_str(),
           times.c_str());
  }

  void draw_sums() {
    const int x = width_ - column;
    append(out_, "<text x=\"%d\" y=\"%d\" fill=\"#555\">all phases</text>\n", x, links_top_ - 6);
    const double most = links_.empty() ? 0 : std::ranges::max(all_);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const double seconds = all_[links_[i]];
      if (most > 0) draw_link(x, i, seconds / most, seconds);
      append(out_, "<text x=\"%d\" y=\"%d\" font-size=\"10\" fill=\"%s\">%s</text>\n", x + 3,
             link_y(i) + link_row - 4, most > 0 && seconds > 0.3 * most ? "white" : "black",
             seconds_text(seconds).c_str());
    }
  }

  const Phases& phases_;
  const Network& network_;
  std::vector<int> links_;   // links that have a limit
  std::vector<double> all_;  // seconds of each link in all phases
  int width_ = 0, links_top_ = 0;
  std::string out_;
};

}  // namespace

std::string to_svg(const Phases& phases, const Network& network) {
  return Drawing(phases, network).draw();
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
