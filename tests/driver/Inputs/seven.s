# SPDX-License-Identifier: Apache-2.0
	.text
	.globl seven
	.type seven, @function
seven:
	movl $7, %eax
	ret
	.section .note.GNU-stack,"",@progbits
