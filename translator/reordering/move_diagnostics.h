// SPDX-License-Identifier: Apache-2.0
// Reports which send blocks move, and why others do not.
#pragma once

#include "directives/annotated_unit.h"
#include "frontend/diagnostic_table.h"
#include "reordering/dependence.h"

namespace bamboo::translator {

/// Why a send block cannot go before a receive block.
struct MoveRefusal {
  explicit MoveRefusal(Diag diag, const clang::Stmt* statement = nullptr, std::string name_of = "",
                       std::string detail_of = "")
      : why(diag), culprit(statement), name(std::move(name_of)), detail(std::move(detail_of)) {}
  explicit MoveRefusal(const Block& earlier)
      : why(Diag::move_prevented_send), overtaken(&earlier) {}

  clang::SourceLocation where() const;  ///< of what prevents the move; invalid: the text does
  /// Only another order of the program's statements helps.
  bool wants_send_written_first() const;

  Diag why;                              ///< one of `move_prevented_…`
  const clang::Stmt* culprit = nullptr;  ///< the statement that prevents the move
  const Block* overtaken = nullptr;      ///< in place of `culprit`, an earlier send block
  std::string name, detail;              ///< %2 and %3 of the message
  std::optional<Conflict> conflict;  ///< between the moved statement and a statement that it passes
};

enum class MoveFix { WriteSendFirst, MoveStatementUp, MoveStatementDown };

class MoveDiagnostics {
 public:
  MoveDiagnostics(const AnnotatedUnit& unit, Diagnostics& diagnostics)
      : unit_(unit), diagnostics_(diagnostics) {}

  void moved(const Block& receive, const Block& send);
  void refused(const MoveRefusal& refusal, const Block& receive, const Block& send, MoveFix fix);
  /// The directives' promise is broken, or may be.
  void depends(const Conflict& conflict, const Block& receive, const Block& send);

 private:
  bool say_call(const Access& written, const Access& used);
  void say_fix(const Access& used, const Block& receive, const Block& send);
  void say_hidden(const Access& one, const Access& other);
  void say_written(const Access& access);

  const AnnotatedUnit& unit_;
  Diagnostics& diagnostics_;
};

/// The accessed object, as the user wrote it.
std::string access_text(const Access& access, const clang::ASTContext& context);

/// The verb for the access of a statement. Messages are the business of the blocks around it.
std::string verb_of_statement(const Access& access);

}  // namespace bamboo::translator
