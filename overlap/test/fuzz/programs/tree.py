# SPDX-License-Identifier: Apache-2.0
"""A generated program as a tree of statements, each of which can be left out: so that a program that shows a
defect can be made small."""


class Node:
    """Text, statements inside, text. Every node of a program has a number that does not depend on what is left out."""

    def __init__(self, head, children=(), tail=()):
        self.head = [head] if isinstance(head, str) else list(head)
        self.children = list(children)
        self.tail = [tail] if isinstance(tail, str) else list(tail)
        self.number = None

    def lines(self, dropped, indent):
        if self.number in dropped:
            return
        for line in self.head:
            yield indent + line
        for child in self.children:
            yield from child.lines(dropped, indent + ("  " if self.head else ""))
        for line in self.tail:
            yield indent + line

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


def number(roots):
    """Numbers all nodes; returns how many there are."""
    count = 0
    for root in roots:
        for node in root.walk():
            node.number = count
            count += 1
    return count
