# SPDX-License-Identifier: Apache-2.0
"""What cores of all families promise of work that competes with a load of its key slot."""

from collections.abc import Sequence


def assert_changes_once(answers: Sequence[Sequence[bool]], before: int, after: int) -> None:
    """Each answer is (right under the old key, right under the new one).

    Exactly one of the two holds; never the old one once it was the new one. The first `before`
    came before the load, and those from `after` on waited for it.
    """
    assert all(sum(answer) == 1 for answer in answers)
    under_new = [answer[1] for answer in answers]
    assert not any(under_new[:before]) and all(under_new[after:])
    assert under_new == sorted(under_new)
