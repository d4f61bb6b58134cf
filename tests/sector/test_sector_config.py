# SPDX-License-Identifier: Apache-2.0
"""Configurations of sector engines, keys on their port, and the rules of random traffic."""

from typing import Any

import pytest

from sealwright.base.errors import UsageError
from sealwright.families.sector.modes import LONGEST, MODES
from sealwright.families.sector.random_traffic import RandomTraffic, cells
from sealwright.families.sector.rules import Answers, Rules
from sealwright.families.sector.sim import Barrier, Cause, Event, KeyLoad, Units, Zeroise
from sealwright.families.sector.verify import variants
from sealwright.model.sector import SCHEMES
from sectors import core


@pytest.mark.parametrize("mode", MODES)
def test_modes_are_those_of_the_models(mode: str) -> None:
    """Tweaks, whole blocks, bit order and hash key."""
    its, scheme = MODES[mode], SCHEMES[mode]
    assert its.any_tweak == (scheme.tweak_sizes is None)
    assert its.whole == scheme.whole_blocks
    assert its.has_hash_key == scheme.has_hash_key
    assert its.longest == (scheme.longest or LONGEST)
    if mode in ("xts", "eme", "eme2", "heh", "heh-fp"):
        assert its.order == scheme.order.name.lower()


@pytest.mark.parametrize(
    ("mode", "knobs", "text"),
    [
        ("xts", {"slots": 9}, "slots = 9: must be 1 to 8 for xts: AES keys: 2 in each slot"),
        ("xcb", {"slots": 5}, "must be 1 to 4 for xcb"),
        ("hctr2-twkd", {"slots": 9}, "must be 1 to 8 for hctr2-twkd: .* 8 of them for units"),
        (
            "hctr2-twkd",
            {"slots": 15, "units_in_flight": 1},
            "must be 1 to 14 for hctr2-twkd: .* 2 of them for units",
        ),
        ("chctr2", {"slots": 8}, "must be 1 to 7 for chctr2: .* 1 of them never used"),
        ("xcb", {"key_sizes": (256,)}, "xcb takes AES keys of 128 bits"),
        ("hctr2-twkd", {"units_in_flight": 16}, "units_in_flight = 16: leaves no room for a slot"),
        ("hctr2-twkd", {"key_sizes": (192,)}, "takes AES keys of 128, 256 bits"),
        ("eme", {"bit_order": "gcm"}, "must be 'le' for eme"),
        ("eme", {"unit_limit": 4096}, "must be at most 2048 for eme"),
        ("tet", {"unit_limit": 520}, "must be a multiple of 16 for tet"),
        ("hch", {"tweak_limit": 32}, "must be 16: hch has no other tweaks"),
        ("hctr", {"tweak_limit": 24}, "must be a multiple of 16 from 16"),
        ("hctr", {"buffer_blocks": 128}, "must be a power of two from 256 to 1024"),
        ("hctr", {"buffer_blocks": 300}, "must be a power of two from 256 to 1024"),
        ("tet", {"buffer_blocks": 128}, "must be a power of two from 256 to 1024"),
        ("hctr", {"units_in_flight": 3}, "must be a power of two from 1 to 32"),
        ("hch", {"units_in_flight": 32}, "must be a power of two from 1 to 16"),
        ("xcb", {"direction": "forward"}, "must be 'both': xcb needs the inverse cipher"),
        ("hctr", {"equal_halves": "decrypt"}, "must be 'refuse' for all modes but xts"),
        (
            "xts",
            {"equal_halves": "decrypt", "direction": "forward"},
            "equal_halves = 'decrypt': must be 'refuse' for a core that encrypts only",
        ),
        ("hctr", {"cycles": 3}, "must be 1, 2, 4 or 8"),
        ("hctr", {"multiplier": "karatsuba"}, "must be 1 to 128"),
        ("hctr", {"mult_halt": 8}, "set mult_halt=0"),
    ],
)
def test_wrong_knobs_are_named(mode: str, knobs: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        core(mode, **knobs)


def test_keys_lie_on_the_port_as_documented() -> None:
    """AES keys of 256 bits from bit 0 up, short ones at the low end, then fields of one block."""
    a, b, c = (bytes([n]) * 16 for n in (1, 2, 3))
    zero = bytes(16)
    assert MODES["xts"].pack(a + b, b"") == a + zero + b + zero
    assert MODES["hctr"].pack(a, c) == a + zero + c
    assert MODES["tet"].pack(a + b, c) == a + zero + b + zero + c
    assert MODES["eme2"].pack(a + b + c * 2, b"") == c * 2 + a + b
    assert MODES["hctr2"].pack(a, b"") == a + zero
    assert [MODES[m].key_length(192) for m in ("hctr2", "xts", "tet", "eme2")] == [24, 48, 48, 56]


def test_operations() -> None:
    """`forward` is the scheme's encryption, and with one direction the only operation."""
    swapped = core("hctr", direction="forward", forward="decrypt")
    assert swapped.operations() == ("decrypt",)
    assert swapped.encrypts("decrypt") and not swapped.encrypts("encrypt")
    assert core("hctr").operations() == ("encrypt", "decrypt")


@pytest.mark.parametrize("variant", [0, 1])
@pytest.mark.parametrize("mode", MODES)
def test_traffic_hits_what_it_aims_at(mode: str, variant: int) -> None:
    """By the rules alone, without a simulation: aims and answers are computed independently."""
    config = variants(core(mode))[variant]
    source, rules = RandomTraffic(config, 9), Rules(config)
    answers: list[Answers] = []
    while len(source.aimed) < 400:
        answers += rules.expect(source.batch(50))
    for cell, answer in zip(source.aimed, answers, strict=True):
        if cell is not None:
            wanted = Cause.NONE if cell.cause is Cause.ZEROISED else cell.cause
            assert [each.cause for each in answer] == [wanted], str(cell)
    assert any(len(answer) > 1 for answer in answers)
    assert {cell for cell in source.aimed if cell} == set(cells(config))


def test_replay() -> None:
    """The same seed gives the same events, another seed others."""
    first, second, other = (RandomTraffic(core("tet"), seed).batch(50) for seed in (5, 5, 6))
    assert first == second != other


def test_rules_of_zeroise() -> None:
    """A zeroise cannot affect commands after it, but for the keys that they need."""
    command = Units(texts=(bytes(16),))
    events: list[Event] = [KeyLoad(0, bytes(16), 16), command, Zeroise(), command]
    (first,), (second,) = Rules(core("hctr2")).expect(events)
    assert (first.cause, first.zeroise, len(first.texts)) == (Cause.NONE, True, 1)
    assert (second.cause, second.zeroise, second.texts) == (Cause.SLOT, False, ())


def test_rules_of_a_key_that_commands_compete_with() -> None:
    """The old one or the new one, until something has waited for the new one."""
    rules, command = Rules(core("hctr2")), Units(texts=(bytes(16),))
    old, new = (KeyLoad(0, bytes([n] * 16), 16, wait=n == 1) for n in (1, 2))
    texts = [SCHEMES["hctr2"](load.key).encrypt(bytes(16), bytes(16)) for load in (old, new)]
    waits = KeyLoad(1, bytes(16), 16)
    answers = rules.expect([old, command, new, command, waits, command, new, Barrier(), command])
    assert [[t for each in answer for t in each.texts] for answer in answers] == [
        texts[:1],
        texts,
        texts[1:],
        texts[1:],
    ]
    cleared = [old, new, Zeroise(), Barrier(), command, waits, command]
    for answer in rules.expect(cleared):
        assert [each.cause for each in answer] == [Cause.SLOT, Cause.NONE]
        assert answer[1].texts == (texts[1],)


def test_with_one_direction_the_other_operation_is_refused() -> None:
    config = core("hctr2", direction="forward", forward="decrypt")
    load, text = KeyLoad(0, bytes(16), 16), (bytes(16),)
    answers = Rules(config).expect([load, Units(op=0, texts=text), Units(op=1, texts=text)])
    wanted = SCHEMES["hctr2"](bytes(16)).encrypt(bytes(16), bytes(16))
    assert [answer.cause for (answer,) in answers] == [Cause.OP, Cause.NONE]
    assert answers[1][0].texts == (wanted,)
