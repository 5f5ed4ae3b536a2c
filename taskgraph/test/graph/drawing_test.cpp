// SPDX-License-Identifier: Apache-2.0
#include "graph/drawing.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace bamboo;

namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// A graph with one layout.
struct Drawn {
  Drawn(Geometry extents, const std::string& layout, int processes)
      : geometry(std::move(extents)), placement(Placement::blocks(geometry, processes)) {
    layouts.push_back(predefined_layout(layout, {}));
  }
  DrawnGraph graph() const {
    return {.name = "a \"graph\" <1>",
            .geometry = geometry,
            .placement = placement,
            .layouts = layouts};
  }
  Geometry geometry;
  Placement placement;
  std::vector<std::unique_ptr<Layout>> layouts;
};

}  // namespace

TEST(Drawing, DotHasTasksAndEdges) {
  const Drawn stencil(Geometry({2, 3}, {false, false}), "NearestNeighbor", 3);
  const std::string dot = dot_of(stencil.graph());
  EXPECT_EQ(dot.rfind("digraph \"a \\\"graph\\\" <1>\" {", 0), 0u);
  EXPECT_EQ(count(dot, "fillcolor="), 6);
  EXPECT_EQ(count(dot, " -> "), 7) << "an edge that leads both ways is drawn once";
  EXPECT_EQ(count(dot, "dir=both"), 7);
  EXPECT_EQ(count(dot, "penwidth=2"), 4) << "between columns";
  EXPECT_NE(dot.find("  1 -> 4 [dir=both, color=\"#808080\"];"), std::string::npos) << dot;
}

TEST(Drawing, ShowsPrioritiesAndLabels) {
  const Drawn ring(Geometry({4}, {false}), "OneNeighborForward", 1);
  DrawnGraph graph = ring.graph();
  graph.label = [](TaskId task) { return "t" + std::to_string(task); };
  graph.edge_hints = [](TaskId from, TaskId) { return EdgeHints{.priority = from == 2 ? 7 : 0}; };
  const std::string dot = dot_of(graph);
  EXPECT_NE(dot.find("2 -> 3 [color=\"#808080\", label=\"7\"]"), std::string::npos) << dot;
  EXPECT_NE(dot.find("3 -> 0 [color"), std::string::npos);
  EXPECT_NE(dot.find("label=\"t3\""), std::string::npos);
  const std::string svg = svg_of(graph);
  EXPECT_NE(svg.find("2 to 3, priority 7"), std::string::npos);
  EXPECT_EQ(count(svg, "marker-start"), 0);
  EXPECT_NE(svg.find(">t3</text>"), std::string::npos);
}

TEST(Drawing, SvgIsAPictureOfEachTask) {
  for (const std::vector<int>& extents : {std::vector<int>{5}, {4, 3}, {3, 2, 4}, {2, 2, 2, 2}}) {
    const Geometry geometry(extents, std::vector<bool>(extents.size(), true));
    const Drawn stencil(geometry, "NearestNeighbor", 1);
    const std::string svg = svg_of(stencil.graph());
    EXPECT_EQ(count(svg, "<circle"), geometry.size());
    EXPECT_EQ(count(svg, "<path d=\"M"), count(dot_of(stencil.graph()), " -> ") + 1) << "a head";
    EXPECT_NE(svg.find("<title>a &quot;graph&quot; &lt;1&gt;</title>"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(count(svg, "<g>"), count(svg, "</g>"));
  }
}

TEST(Drawing, DoesNotDrawAllToAll) {
  const Drawn all(Geometry({3}, {false}), "AllToAll", 1);
  EXPECT_EQ(count(dot_of(all.graph()), "->"), 0);
  EXPECT_NE(svg_of(all.graph()).find("all tasks may send to all tasks"), std::string::npos);
}

TEST(Drawing, RefusesAPictureThatIsTooLarge) {
  const Drawn large(Geometry({most_drawn_tasks + 1}, {false}), "NearestNeighbor", 1);
  EXPECT_THROW(svg_of(large.graph()), std::invalid_argument);
  EXPECT_EQ(count(dot_of(large.graph()), " -> "), most_drawn_tasks);
}
