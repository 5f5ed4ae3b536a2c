// SPDX-License-Identifier: Apache-2.0
#include "translate.h"

#include "checks/blocks.h"
#include "checks/jumps.h"
#include "directives/annotated_unit.h"
#include "directives/layouts.h"
#include "frontend/compiler_flags.h"
#include "frontend/diagnostics.h"
#include "graph.h"
#include "reordering/apply_moves.h"
#include "reordering/posting.h"
#include "reordering/reorder.h"
#include "rewrite/edits.h"
#include "rewrite/scope_guards.h"
#include "rewrite/unit_text.h"

namespace bamboo::translator {
namespace {

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, const Job& job, Result& result)
      : compiler_(compiler),
        job_(job),
        result_(result),
        diagnostics_(compiler.getDiagnostics(), job.diagnostics) {}

  void Initialize(clang::ASTContext& context) override {
    unit_ = std::make_unique<AnnotatedUnit>(context);
    SourceRecord::attach(unit_->record, compiler_, diagnostics_);
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (diagnostics_.error_seen()) return;
    AnnotatedUnit& unit = *unit_;
    check_host_directives(unit.record, job_.host_directives, compiler_.getSourceManager(),
                          diagnostics_);
    if (diagnostics_.error_seen()) return;
    unit.bindings = bind_directives(context, unit.record, diagnostics_);
    build_regions(unit, diagnostics_);
    resolve_layouts(unit, diagnostics_);
    if (diagnostics_.error_seen()) return;
    RequestBuffers request_buffers;
    if (!unit.bindings.empty()) request_buffers.collect(context);
    check_blocks(unit, request_buffers, diagnostics_);
    check_jumps(unit, diagnostics_);
    const PointsTo points_to(context);
    const Dependence dependence(unit, points_to);
    const std::vector<Move> moves = plan_moves(unit, request_buffers, dependence, diagnostics_);
    const Posting posting = plan_postings(unit, request_buffers, points_to, diagnostics_);
    if (diagnostics_.error_seen()) return;
    result_.text = job_.graph ? draw_graph(unit, moves) : rewrite(unit, moves, posting);
    result_.good = true;
  }

 private:
  std::string rewrite(const AnnotatedUnit& unit, llvm::ArrayRef<Move> moves,
                      const Posting& posting) {
    Edits edits(unit.sources(), unit.context.getLangOpts(), unit.record);
    if (unit.record.directives.empty()) return edits.text(unit.sources().getMainFileID());
    insert_scope_guards(unit, posting, edits);
    apply_moves(unit, moves, edits);
    return unit_text(unit, edits, compiler_.getPreprocessor().getHeaderSearchInfo());
  }

  clang::CompilerInstance& compiler_;
  const Job& job_;
  Result& result_;
  Diagnostics diagnostics_;
  std::unique_ptr<AnnotatedUnit> unit_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(const Job& job, Result& result) : job_(job), result_(result) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, job_, result_);
  }

 private:
  const Job& job_;
  Result& result_;
};

}  // namespace

Result translate(const Job& job) {
  Result result;
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions());
  clang::tooling::ToolInvocation invocation(clang_command_line(job.file, job.compiler_flags),
                                            std::make_unique<Action>(job, result), files.get());
  if (!invocation.run()) result.good = false;
  return result;
}

}  // namespace bamboo::translator
