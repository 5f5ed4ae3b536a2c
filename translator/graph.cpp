// SPDX-License-Identifier: Apache-2.0
#include "graph.h"

#include "effects/reachable_calls.h"
#include "rewrite/line_directive.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

class GraphWriter {
 public:
  GraphWriter(const AnnotatedUnit& unit, llvm::ArrayRef<Move> moves) : unit_(unit), moves_(moves) {}

  std::string write() {
    const auto file =
        unit_.presumed(unit_.sources().getLocForStartOfFile(unit_.sources().getMainFileID()));
    text_ = "digraph " + quoted(file.getFilename()) + " {\n";
    text_ += "  rankdir=TB;\n  node [shape=box, fontname=\"Helvetica\"];\n";
    for (const auto& region : unit_.regions)
      if (region->outer == nullptr) write_region(*region, 1);
    for (const Move& move : moves_) {
      text_ += "  " + block_name(*move.send) + " -> " + block_name(*move.receive) +
               " [style=dashed, color=blue, label=\"moved before\"];\n";
    }
    return text_ + "}\n";
  }

 private:
  std::string block_name(const Block& block) const {
    for (size_t i = 0; i < unit_.blocks.size(); ++i)
      if (unit_.blocks[i].get() == &block) return "block_" + std::to_string(i);
    llvm_unreachable("a block of another program");
  }

  static std::string layout_text(const Region& region) {
    std::string text;
    for (const LayoutClause& clause : region.directive->layouts) {
      text += (text.empty() ? "layout " : ", ") + clause.name;
      for (const auto& [dim, location] : clause.dims) {
        text += ' ';
        text += dim < 4 ? std::string(1, "XYZW"[dim]) : std::to_string(dim);
      }
    }
    return text.empty() ? "all to all" : text;
  }

  void write_region(const Region& region, int depth) {
    const std::string indent(2 * static_cast<size_t>(depth), ' ');
    const unsigned line = unit_.line(region.directive->range.getBegin());
    const std::string number = std::to_string(count_++);
    text_ += indent + "subgraph cluster_" + number + " {\n";
    text_ += indent + "  label=" + quoted("region, line " + std::to_string(line)) + ";\n";
    const std::string network = "ranks_" + number;
    text_ += indent + "  " + network + " [shape=ellipse, style=dashed, label=" +
             quoted("other ranks: " + layout_text(region)) + "];\n";
    for (const Block* block : in_order(region)) write_block(*block, network, indent + "  ");
    for (const auto& inner : unit_.regions)
      if (inner->outer == &region) write_region(*inner, depth + 1);
    text_ += indent + "}\n";
  }

  /// Moved send blocks where they run.
  std::vector<const Block*> in_order(const Region& region) const {
    std::vector<const Block*> result;
    const auto moved_to = [&](const Block* block) -> const Block* {
      for (const Move& move : moves_)
        if (move.send == block) return move.receive;
      return nullptr;
    };
    for (const Block* block : region.blocks) {
      for (const Block* other : region.blocks)
        if (moved_to(other) == block) result.push_back(other);
      if (moved_to(block) == nullptr) result.push_back(block);
    }
    return result;
  }

  void write_block(const Block& block, const std::string& network, const std::string& indent) {
    const unsigned line = unit_.line(block.directive->range.getBegin());
    const std::string name = block_name(block);
    const std::string kind = block.is_send() ? "send" : "receive";
    text_ += indent + name +
             " [style=filled, fillcolor=" + (block.is_send() ? "lightsalmon" : "lightblue") +
             ", label=" + quoted(kind + " block, line " + std::to_string(line)) + "];\n";
    std::set<std::string> drawn;
    for (const MpiCall& call : reachable_calls(block.statement()).calls) {
      draw_buffer(call, call.function->read_buffer, true, name, network, indent, drawn);
      draw_buffer(call, call.function->write_buffer, false, name, network, indent, drawn);
    }
  }

  void draw_buffer(const MpiCall& call, int argument, bool out, const std::string& block,
                   const std::string& network, const std::string& indent,
                   std::set<std::string>& drawn) {
    if (argument < 0 || argument >= static_cast<int>(call.call->getNumArgs())) return;
    const std::string text = text_of(call.call->getArg(argument), unit_.context);
    if (!drawn.insert((out ? ">" : "<") + text).second) return;
    const std::string buffer = block + "_buffer_" + std::to_string(drawn.size());
    text_ += indent + buffer + " [shape=cylinder, label=" + quoted(text) + "];\n";
    if (out)
      text_ += indent + block + " -> " + buffer + " -> " + network + ";\n";
    else
      text_ += indent + network + " -> " + buffer + " -> " + block + ";\n";
  }

  const AnnotatedUnit& unit_;
  llvm::ArrayRef<Move> moves_;
  std::string text_;
  int count_ = 0;
};

}  // namespace

std::string draw_graph(const AnnotatedUnit& unit, llvm::ArrayRef<Move> moves) {
  return GraphWriter(unit, moves).write();
}

}  // namespace bamboo::translator
