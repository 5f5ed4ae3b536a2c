/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of translated source. The translator includes <bamboo/region.h> in front of a file
 * in which it rewrote directives; no other code needs it. C99 and C++11.
 *
 * A region or block is a scope: it ends on every way out of it, also by return, goto, exceptions.
 */
#ifndef BAMBOO_REGION_H
#define BAMBOO_REGION_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One `layout NAME [DIM…]` clause. Static storage. */
typedef struct bamboo_layout {
  const char* name;                                /**< predefined or the user's own */
  int dims[8];                                     /**< X is 0; unused entries are -1 */
  int (*neighbours)(int rank, int size, int* out); /**< a user's C function, or null */
  const void* (*make)(void); /**< a user's C++ class: returns a new bamboo::Layout, or null */
} bamboo_layout;

enum { BAMBOO_REGION_NO_BUFFER_REUSE = 1 };

/** One `olap` directive. Static storage. */
typedef struct bamboo_region {
  const char* file;
  int line;
  int dimension; /**< of the embedding geometry, 0: none was declared */
  const bamboo_layout* layouts;
  int layout_count;
  unsigned flags; /**< BAMBOO_REGION_… */
} bamboo_region;

/** One `send` or `receive` directive. Static storage. */
typedef struct bamboo_block {
  const char* file;
  int line;
} bamboo_block;

int bamboo_region_begin(const bamboo_region* region);
void bamboo_region_end(int* scope);
int bamboo_send_begin(const bamboo_block* block);
void bamboo_send_end(int* scope);
int bamboo_receive_begin(const bamboo_block* block);
void bamboo_receive_end(int* scope);

/** In a receive block, before its original statement: posts the receive that an MPI_Recv of the
 * block will ask for later. The block's MPI_Recv calls take the posted receives in the same order
 * (arguments must agree; a receive block that ends with posted receives untaken is an error that
 * names both). */
void bamboo_post(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm);
/** The firing rule: returns when all posted receives of the block have arrived. */
void bamboo_fire(void);

#ifdef __cplusplus
}
#endif

/* Scopes. `BAMBOO_REGION(&r);` as the first statement of a compound opens it until the closing
 * brace. */
#define BAMBOO_JOIN2(a, b) a##b
#define BAMBOO_JOIN(a, b) BAMBOO_JOIN2(a, b)
#define BAMBOO_SCOPE(begin, end, object) \
  int BAMBOO_JOIN(bamboo_scope_, __COUNTER__) __attribute__((cleanup(end), unused)) = begin(object)
#define BAMBOO_REGION(object) BAMBOO_SCOPE(bamboo_region_begin, bamboo_region_end, object)
#define BAMBOO_SEND(object) BAMBOO_SCOPE(bamboo_send_begin, bamboo_send_end, object)
#define BAMBOO_RECEIVE(object) BAMBOO_SCOPE(bamboo_receive_begin, bamboo_receive_end, object)

/* The unit's `dimension`, for the placement at start-up (weak: the same in every unit) and, as a
 * note, for the linker driver, which refuses units that disagree. */
#define BAMBOO_DIMENSION(n)                                                             \
  extern const int bamboo_image_dimension __attribute__((weak, visibility("default"))); \
  __attribute__((used)) const int bamboo_image_dimension = n;                           \
  __asm__(                                                                              \
      ".pushsection .note.bamboo.dimension,\"\",@note\n\t"                              \
      ".balign 4\n\t.long 7, 4, 2\n\t.asciz \"Bamboo\"\n\t.balign 4\n\t.long " #n       \
      "\n\t.popsection")

#endif
