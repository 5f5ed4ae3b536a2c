# SPDX-License-Identifier: Apache-2.0
"""A seed gives the same program in every process: one that fails can be made again."""
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(__file__).parent
MAKE = """
import hashlib
from programs.program import Program
print(hashlib.sha256("".join(Program(seed).text() for seed in range(200)).encode()).hexdigest())
"""


class Seeds(unittest.TestCase):
    def test_same_programs_in_every_process(self):
        texts = {subprocess.run([sys.executable, "-B", "-c", MAKE], cwd=FOLDER, text=True, check=True,
                                stdout=subprocess.PIPE).stdout for _ in range(4)}
        self.assertEqual(len(texts), 1)


if __name__ == "__main__":
    unittest.main()
