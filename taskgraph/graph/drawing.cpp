// SPDX-License-Identifier: Apache-2.0
#include "graph/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <stdexcept>
#include <vector>

namespace bamboo {
namespace {

struct Point {
  double x, y;
};

constexpr double pitch = 60, radius = 18, margin = 40;

/// Planes of the last two dimensions, in rows of about as many as there are rows.
class Places {
 public:
  explicit Places(const Geometry& geometry) {
    const int dimension = geometry.dimension();
    columns_ = geometry.extent(dimension - 1);
    rows_ = dimension > 1 ? geometry.extent(dimension - 2) : 1;
    planes_ = geometry.size() / (columns_ * rows_);
    across_ = static_cast<int>(std::ceil(std::sqrt(planes_)));
  }
  Point of(TaskId task) const {
    const int column = task % columns_, row = task / columns_ % rows_,
              plane = task / (columns_ * rows_);
    const int line = plane / across_;
    return {margin + (plane % across_ * (columns_ + 1) + column) * pitch,
            margin + (line * (rows_ + 1) + row) * pitch};
  }
  Point size() const {
    const int down = (planes_ + across_ - 1) / across_;
    return {2 * margin + (across_ * (columns_ + 1) - 2) * pitch,
            2 * margin + (down * (rows_ + 1) - 2) * pitch};
  }

 private:
  int columns_, rows_, planes_, across_;
};

/// Neighbouring numbers get colours that differ.
std::string colour_of(ProcessId process) {
  const int hue = static_cast<int>(process * 137.508) % 360;
  const double h = hue / 60.0, chroma = 0.36, low = 0.62;
  const double second = chroma * (1 - std::fabs(std::fmod(h, 2) - 1));
  const double table[6][3] = {{chroma, second, 0}, {second, chroma, 0}, {0, chroma, second},
                              {0, second, chroma}, {second, 0, chroma}, {chroma, 0, second}};
  const auto part = [&](int i) {
    return static_cast<int>(255 * (low + table[static_cast<int>(h)][i]));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
}

/// Replaces characters with a meaning in the output language. `special` maps each to its escape.
std::string escaped(const std::string& text,
                    std::initializer_list<std::pair<char, const char*>> special) {
  std::string result;
  for (const char c : text) {
    const auto found = std::ranges::find(special, c, &std::pair<char, const char*>::first);
    if (found == special.end())
      result += c;
    else
      result += found->second;
  }
  return result;
}

std::string in_dot(const std::string& text) {
  return escaped(text, {{'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\n"}});
}

std::string in_xml(const std::string& text) {
  return escaped(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}});
}

struct DrawnEdge {
  TaskId from, to;
  bool both_ways;  ///< drawn once
  bool leaves_process;
  int priority;
};

std::vector<DrawnEdge> edges_of(const DrawnGraph& graph) {
  std::set<std::pair<TaskId, TaskId>> all;
  for (const auto& layout : graph.layouts) {
    if (layout->joins_all()) continue;
    for (TaskId from = 0; from < graph.geometry.size(); ++from)
      for (const TaskId to : layout->targets(from, graph.geometry)) all.emplace(from, to);
  }
  const auto priority = [&](TaskId from, TaskId to) {
    return graph.edge_hints ? graph.edge_hints(from, to).priority : 0;
  };
  std::vector<DrawnEdge> edges;
  for (const auto& [from, to] : all) {
    const bool back =
        from != to && all.contains({to, from}) && priority(from, to) == priority(to, from);
    if (back && from > to) continue;
    edges.push_back({from, to, back,
                     graph.placement.process_of(from) != graph.placement.process_of(to),
                     priority(from, to)});
  }
  return edges;
}

std::string label_of(const DrawnGraph& graph, TaskId task) {
  return graph.label ? graph.label(task) : std::to_string(task);
}

bool joins_all(const DrawnGraph& graph) {
  return graph.layouts.empty() || std::ranges::any_of(graph.layouts, &Layout::joins_all);
}

/// A straight line between neighbours; otherwise a curve, so that it does not run through the tasks
/// in between.
std::string path_of(const DrawnEdge& edge, Point a, Point b) {
  if (edge.from == edge.to)
    return fmt::format("M{:.1f} {:.1f}c-25 -45 25 -45 0 0", a.x, a.y - radius);
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  const double bend = length > 1.5 * pitch ? 0.18 : 0;
  const Point middle{a.x + dx / 2 - bend * dy, a.y + dy / 2 + bend * dx};
  const auto towards = [&](Point from) {
    const double far = std::hypot(middle.x - from.x, middle.y - from.y);
    return Point{from.x + (middle.x - from.x) / far * radius,
                 from.y + (middle.y - from.y) / far * radius};
  };
  const Point begin = towards(a), end = towards(b);
  return fmt::format("M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}", begin.x, begin.y, middle.x,
                     middle.y, end.x, end.y);
}

}  // namespace

std::string dot_of(const DrawnGraph& graph) {
  const Places places(graph.geometry);
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out, "digraph \"{}\" {{\n  node [shape=circle, style=filled, fixedsize=true, width=0.5];\n",
      in_dot(graph.name));
  if (joins_all(graph)) fmt::format_to(out, "  label=\"all tasks may send to all tasks\";\n");
  for (TaskId task = 0; task < graph.geometry.size(); ++task) {
    const Point at = places.of(task);
    const ProcessId process = graph.placement.process_of(task);
    fmt::format_to(out,
                   "  {} [label=\"{}\", tooltip=\"process {}\", fillcolor=\"{}\", "
                   "pos=\"{:.0f},{:.0f}!\"];\n",
                   task, in_dot(label_of(graph, task)), process, colour_of(process), at.x, -at.y);
  }
  for (const DrawnEdge& edge : edges_of(graph)) {
    fmt::format_to(out, "  {} -> {} [{}{}{}];\n", edge.from, edge.to,
                   edge.both_ways ? "dir=both, " : "",
                   edge.leaves_process ? "color=\"#c03030\", penwidth=2" : "color=\"#808080\"",
                   edge.priority != 0 ? fmt::format(", label=\"{}\"", edge.priority) : "");
  }
  return text + "}\n";
}

std::string svg_of(const DrawnGraph& graph) {
  if (graph.geometry.size() > most_drawn_tasks) {
    throw std::invalid_argument(fmt::format("{} has {} tasks; a picture has room for {}",
                                            graph.name, graph.geometry.size(), most_drawn_tasks));
  }
  const Places places(graph.geometry);
  const Point size = places.size();
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" "
      "text-anchor=\"middle\">\n<title>{2}{3}</title>\n"
      "<defs><marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"6\" "
      "markerHeight=\"6\" orient=\"auto-start-reverse\"><path d=\"M0 0L6 3L0 6z\"/></marker></defs>"
      "\n",
      size.x, size.y, in_xml(graph.name),
      joins_all(graph) ? ": all tasks may send to all tasks" : "");
  for (const DrawnEdge& edge : edges_of(graph)) {
    fmt::format_to(out,
                   "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
                   "marker-end=\"url(#head)\"{}><title>{} to {}{}</title></path>\n",
                   path_of(edge, places.of(edge.from), places.of(edge.to)),
                   edge.leaves_process ? "#c03030" : "#808080", edge.priority > 0 ? 2.5 : 1.2,
                   edge.both_ways ? " marker-start=\"url(#head)\"" : "", edge.from, edge.to,
                   edge.priority != 0 ? fmt::format(", priority {}", edge.priority) : "");
  }
  for (TaskId task = 0; task < graph.geometry.size(); ++task) {
    const Point at = places.of(task);
    const ProcessId process = graph.placement.process_of(task);
    fmt::format_to(out,
                   "<g><title>process {}</title><circle cx=\"{}\" cy=\"{}\" r=\"{}\" "
                   "fill=\"{}\" stroke=\"#404040\"/><text x=\"{}\" y=\"{}\">{}</text></g>\n",
                   process, at.x, at.y, radius, colour_of(process), at.x, at.y + 4,
                   in_xml(label_of(graph, task)));
  }
  return text + "</svg>\n";
}

}  // namespace bamboo
