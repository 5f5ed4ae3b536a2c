// SPDX-License-Identifier: Apache-2.0
// A module from LLVM's text, with what is needed to analyse it.
#pragma once

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include "refusals/defect.h"

namespace bamboo::overlap {

/// The guards in front of MPI's completions where no operation may be pending, under Open MPI.
constexpr char guards_ir[] = R"(
define internal i32 @bamboo.MPI_Wait(ptr %request, ptr %status) {
  %found = load ptr, ptr %request
  %some = icmp ne ptr %found, @ompi_request_null
  br i1 %some, label %waits, label %leaves
waits:
  %error = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr %status)
  ret i32 %error
leaves:
  ret i32 0
}

define internal i32 @bamboo.MPI_Waitall(i32 %count, ptr %requests, ptr %statuses) {
  %some = icmp ne i32 %count, 0
  br i1 %some, label %waits, label %leaves
waits:
  %error = call i32 @MPI_Waitall(i32 %count, ptr %requests, ptr %statuses)
  ret i32 %error
leaves:
  ret i32 0
}
)";

/// The words of a verifier's finding; empty: it finds nothing wrong.
inline std::string words_of(const std::optional<Defect>& found) {
  return found ? render(*found) : "";
}

/// The text with one thing in it replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The lines one below the other.
inline std::string joined(std::initializer_list<const char*> lines) {
  std::string text;
  for (const char* line : lines) text.append(line).append("\n");
  return text;
}

struct ParsedModule {
  explicit ParsedModule(const std::string& text) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(text, error, context);
    if (module == nullptr) ADD_FAILURE() << error.getMessage().str();
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(groups);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, groups, modules);
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager groups;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace bamboo::overlap
