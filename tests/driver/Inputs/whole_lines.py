# SPDX-License-Identifier: Apache-2.0
"""whole_lines.py TEXT COMMAND...: checks that the command writes its standard error in whole lines,
with the text among them."""
import contextlib
import socket
import subprocess
import sys

# A socket of datagrams keeps apart what was written at once.
ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
subprocess.run(sys.argv[2:], stderr=its.fileno(), check=False)
pieces = []
with contextlib.suppress(BlockingIOError):
    while True:
        pieces.append(ours.recv(1 << 16, socket.MSG_DONTWAIT).decode())
print(pieces)
if not any(sys.argv[1] in piece for piece in pieces) or not all(piece.endswith("\n") for piece in pieces):
    sys.exit(1)
