// SPDX-License-Identifier: Apache-2.0
/// \file
/// A module from LLVM's text, with what is needed to analyse it.
#pragma once

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>
#include <string>

namespace bamboo::overlap {

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
