// SPDX-License-Identifier: Apache-2.0
// Mode auto in Fortran. Code of gfortran and code of flang are not parts of one program: modules,
// their names, array descriptors and units differ. Each object has gfortran's code and flang's
// bitcode, and the link takes one of them for all files.
#pragma once

#include "compilation.h"
#include "link_inputs.h"

namespace bamboo::driver {

/// Whether the unit is compiled by gfortran, in a mode that may take flang's bitcode instead.
bool may_have_flang_bitcode(const Session& session, const Unit& unit, Stage stage);

/// Puts flang's bitcode of the unit beside the code of gfortran's `object`, where flang compiles
/// the source. Flang's modules get a place beside gfortran's. Returns the exit status.
int add_flang_bitcode(Session& session, const Unit& unit, const std::string& object);

/// The words of a link with flang's bitcode in the place of gfortran's code. `made`: the objects of
/// the session's sources.
Words words_with_flang_bitcode(Session& session, const Words& words, const LinkInputs& inputs,
                               const Words& made);

}  // namespace bamboo::driver
