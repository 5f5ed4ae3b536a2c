/* SPDX-License-Identifier: Apache-2.0 */
/* A note in every object that includes mpi.h: the mode in which it was compiled. The link step
 * refuses to mix them. Layout: an ELF note named "Bamboo" of type 1 with one 32-bit word,
 * 1 = tasks, 2 = off, 3 = overlap. (Type 2, in .note.bamboo.dimension, is the unit's dimension;
 * type 3, in .note.bamboo.mpi, is the installed MPI; type 4, in .note.bamboo.changed, is in
 * objects that the pass of mode overlap changed, type 5, in .note.bamboo.plain, in those of another
 * compiler in that mode.) */
#ifndef BAMBOO_MODE_NOTE_H
#define BAMBOO_MODE_NOTE_H
#define BAMBOO_NOTE(kind, type, word)                                                            \
  __asm__(".pushsection .note.bamboo." kind                                                      \
          ",\"\",@note\n\t"                                                                      \
          ".balign 4\n\t.long 7, 4, " #type "\n\t.asciz \"Bamboo\"\n\t.balign 4\n\t.long " #word \
          "\n\t.popsection")
#define BAMBOO_MODE_NOTE(mode) BAMBOO_NOTE("mode", 1, mode)
#endif
