// SPDX-License-Identifier: Apache-2.0
#include "translate.h"

#include "checks/blocks.h"
#include "checks/jumps.h"
#include "directives/annotated_unit.h"
#include "directives/layouts.h"
#include "frontend/compiler_flags.h"
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
        diagnostics_(compiler.getDiagnostics(), job.remarks) {}

  void Initialize(clang::ASTContext& context) override {
    program_ = std::make_unique<Program>(context);
    SourceRecord::attach(program_->record, compiler_, diagnostics_);
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (diagnostics_.error_seen()) return;
    Program& program = *program_;
    check_host_directives(program.record, job_.host_directives, compiler_.getSourceManager(),
                          diagnostics_);
    if (diagnostics_.error_seen()) return;
    program.bindings = bind_directives(context, program.record, diagnostics_);
    build_program(program, diagnostics_);
    check_layouts(program, diagnostics_);
    if (diagnostics_.error_seen()) return;
    RequestBuffers request_buffers;
    if (!program.bindings.empty()) request_buffers.collect(context);
    check_blocks(program, request_buffers, diagnostics_);
    check_jumps(program, diagnostics_);
    const PointsTo points_to(context);
    const Dependence dependence(program, points_to);
    const std::vector<Move> moves = plan_moves(program, request_buffers, dependence, diagnostics_);
    const Posting posting = plan_postings(program, request_buffers, points_to, diagnostics_);
    if (diagnostics_.error_seen()) return;
    result_.text = job_.graph ? draw_graph(program, moves) : rewrite(program, moves, posting);
    result_.good = true;
  }

 private:
  std::string rewrite(const Program& program, llvm::ArrayRef<Move> moves, const Posting& posting) {
    Edits edits(program.sources(), program.context.getLangOpts(), program.record);
    if (program.record.directives.empty()) return edits.text(program.sources().getMainFileID());
    emit_scopes(program, posting, edits);
    apply_moves(program, moves, edits);
    return write_output(program, edits, compiler_.getPreprocessor().getHeaderSearchInfo());
  }

  clang::CompilerInstance& compiler_;
  const Job& job_;
  Result& result_;
  Diagnostics diagnostics_;
  std::unique_ptr<Program> program_;
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
