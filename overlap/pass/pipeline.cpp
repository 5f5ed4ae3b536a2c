// SPDX-License-Identifier: Apache-2.0
#include "pass/pipeline.h"

#include <llvm/Analysis/InlineCost.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "mpi_calls/call_mark.h"
#include "pass/gains.h"
#include "pass/options/settings_attribute.h"
#include "pass/overlap_pass.h"
#include "pass/prepare/separate_loops.h"

namespace bamboo::overlap {
namespace {

llvm::cl::opt<bool> answers_option(
    "bamboo-overlap-answers",
    llvm::cl::desc("the object has a note .note.bamboo.changed where the pass has changed "
                   "something; else it has no code, and another compiler makes it"));

llvm::cl::opt<bool> bitcode_option(
    "bamboo-overlap-bitcode",
    llvm::cl::desc("the object has the bitcode of before the pass in a section .llvm.lto, with the "
                   "gains of the pass, so that a link converts all files at once where that gains "
                   "more"));

llvm::cl::opt<bool> bitcode_alone_option(
    "bamboo-overlap-bitcode-alone",
    llvm::cl::desc(
        "with -bamboo-overlap-bitcode: another compiler makes the code, in which nothing "
        "is moved, so the object has none, and its bitcode no gains"));

/// Makes a note in the layout of bamboo/mode_note.h. The note of a linked program is in a loaded
/// segment, so that -s keeps it.
std::string note_text(llvm::StringRef section, llvm::StringRef flags, unsigned word) {
  return (".pushsection .note.bamboo." + section + ",\"" + flags +
          "\",@note\n.balign 4\n.long 7, 4, 4\n.asciz \"Bamboo\"\n.balign 4\n.long " +
          llvm::Twine(word) + "\n.popsection")
      .str();
}

/// Describes the gains of a link in a section that no program loads: the nests and cycles, then the
/// names of functions that the gains come from.
std::string gains_text(const Gains& gains) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << ".pushsection .bamboo.gaining,\"\",@progbits\n.asciz \"" << gains.nests() << ' '
         << static_cast<uint64_t>(gains.cycles()) << "\"\n";
  for (const auto& source : gains.sources()) stream << ".asciz \"" << source.getKey() << "\"\n";
  stream << ".popsection";
  return text;
}

/// Empties all functions, so that the rest of the compilation is short. Aliases need definitions.
void empty_functions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.dropAllReferences();
    auto* block = llvm::BasicBlock::Create(module.getContext(), "", &function);
    new llvm::UnreachableInst(module.getContext(), block);
  }
}

/// Compilers set this flag in modules for a link: clang the first one for full LTO, the second one
/// for ThinLTO.
bool is_for_link(const llvm::Module& module) {
  return module.getModuleFlag("ThinLTO") != nullptr ||
         module.getModuleFlag("EnableSplitLTOUnit") != nullptr;
}

/// Stores the bitcode of `file` in the object of `module`, as -ffat-lto-objects does. With that
/// option, the loops in the bitcode would already be vectorised and unrolled, which hinders the
/// pass at the link.
void embed(const llvm::Module& file, llvm::Module& module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(file, stream);
  llvm::embedBufferInModule(module, llvm::MemoryBufferRef({bytes.data(), bytes.size()}, ""),
                            ".llvm.lto");
}

/// Flang has no assembler for the text that `note_text` returns.
void answer_changed(llvm::Module& module) {
  llvm::embedBufferInModule(module, llvm::MemoryBufferRef("changed", ""), ".note.bamboo.changed");
}

}  // namespace

void restrain_passes(llvm::PassBuilder& builder, const Settings& settings) {
  llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
  if (settings.level == Level::Beyond && callbacks != nullptr) keep_loops_separate(*callbacks);
}

llvm::PreservedAnalyses CompileStage::run(llvm::Module& module,
                                          llvm::ModuleAnalysisManager& analyses) {
  // ThinLTO calls this a second time, at the link, and finds the settings. So does the code
  // generation of fat objects.
  if (is_for_link(module) && !has_noted_settings(module)) {
    note_settings(module, settings_);
    return llvm::PreservedAnalyses::all();
  }
  std::unique_ptr<llvm::Module> file;
  if (bitcode_option) {
    number_calls(module);
    file = llvm::CloneModule(module);
  }
  Gains gains;
  const llvm::PreservedAnalyses preserved = OverlapPass(settings_, &gains).run(module, analyses);
  const bool is_unchanged = preserved.areAllPreserved();
  if (bitcode_alone_option || (answers_option && is_unchanged)) empty_functions(module);
  if (answers_option && !is_unchanged) answer_changed(module);
  if (file != nullptr) {
    (bitcode_alone_option ? Gains() : gains).note_on(*file);
    note_settings(*file, settings_);
    embed(*file, module);
  }
  return answers_option || file != nullptr ? llvm::PreservedAnalyses::none() : preserved;
}

llvm::PreservedAnalyses LinkStage::run(llvm::Module& module,
                                       llvm::ModuleAnalysisManager& analyses) {
  Gains gains;
  llvm::PreservedAnalyses preserved = OverlapPass(settings_, &gains).run(module, analyses);
  if (!has_noted_gains(module)) return preserved;
  if (gains.functions_with_more() == 0)
    empty_functions(module);
  else
    module.appendModuleInlineAsm(note_text("gained", "a", gains.functions_with_more()) + '\n' +
                                 gains_text(gains));
  return llvm::PreservedAnalyses::none();
}

/// Adds the pass before the link's own passes, which vectorise and unroll loops. Functions that
/// nothing calls go first: no call shows what their arguments point to. Small functions of
/// other files are inlined first, as the compilation did within a file. After that only passes that
/// make the copies analysable run: a second round of all simplifications would restructure loops.
void add_link_stage(llvm::ModulePassManager& passes, llvm::OptimizationLevel level,
                    const Settings& settings) {
  passes.addPass(llvm::GlobalDCEPass());
  if (level != llvm::OptimizationLevel::O0) {
    passes.addPass(llvm::ModuleInlinerWrapperPass(
        llvm::getInlineParams(level.getSpeedupLevel(), level.getSizeLevel())));
    llvm::FunctionPassManager cleaning;
    cleaning.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    cleaning.addPass(llvm::EarlyCSEPass());
    cleaning.addPass(llvm::InstCombinePass());
    cleaning.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(cleaning)));
  }
  passes.addPass(LinkStage(settings));
}

}  // namespace bamboo::overlap
