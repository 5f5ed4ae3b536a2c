/* SPDX-License-Identifier: Apache-2.0 */
#define EIGHT 8
	.text
	.globl eight
	.type eight, @function
eight:
	movl $EIGHT, %eax
	ret
	.section .note.GNU-stack,"",@progbits
