# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_issue with leading tokens, the keys of a message's hash."""

import os
import random
from typing import Any

import cocotb
from cocotb.utils import get_sim_time
from test_gcm_issue import AAD, END, KEY_H, TEXT, TOKEN, Bench, block

LEAD, J0 = int(os.environ["LEAD"]), int(os.environ["J0"])
KEY_H2 = TOKEN.TokenKeyH2
KEYS = [(KEY_H, 0), (KEY_H2, 1)][:LEAD]


@cocotb.test()
async def each_message_begins_with_its_keys(dut: Any) -> None:
    """Messages of all kinds back to back; each token takes one cycle of the turns."""
    bench = Bench(dut)
    await bench.start()
    rng = random.Random(1)
    expected: list[tuple[int, int, int]] = []
    for number in range(60):
        message, prefix, slot = number % 8, rng.getrandbits(96), rng.randrange(16)
        bench.starts[message] = block(prefix, J0 + 1)
        kinds = [AAD] * rng.randrange(2) + [TEXT] * rng.randrange(3) + [END]
        made = [*KEYS, *zip(kinds, _counters(kinds), strict=True)]
        expected += [(kind, slot, block(prefix, counter)) for kind, counter in made]
        for index, kind in enumerate(kinds):
            await bench.offer(
                kind=kind, first=index == 0, fin=kind == END, start_addr=message, slot=slot
            )
            if number % 3 == 0:
                dut.go_i.value = 0
                await bench.cycle()
                dut.go_i.value = 1
    tokens = await bench.settle(8)
    assert [(token["kind"], token["slot"]) for token, _ in tokens] == [
        (kind, slot) for kind, slot, _ in expected
    ]
    for (token, made_block), (*_, wanted) in zip(tokens, expected, strict=True):
        if token["kind"] != AAD:
            assert made_block == wanted
        if token["kind"] in (KEY_H, KEY_H2):
            assert (token["fin"], token["text"], token["mask"], token["data"]) == (0, 0, 1, 0)


def _counters(kinds: list[int]) -> list[int]:
    """Of each token; of AAD any."""
    texts = 0
    found = []
    for kind in kinds:
        texts += kind == TEXT
        found.append(J0 if kind == END else J0 + texts)
    return found


@cocotb.test()
async def a_message_takes_a_cycle_for_each_key(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    began = get_sim_time("ns")
    for message in range(8):
        for index, kind in enumerate((TEXT, TEXT, END)):
            await bench.offer(kind=kind, first=index == 0, fin=kind == END, start_addr=message)
    while int(dut.busy_o.value):
        await bench.cycle()
    assert (get_sim_time("ns") - began) / 10 == 8 * (3 + LEAD) + 1  # the register slice
    assert len(await bench.settle()) == 8 * (3 + LEAD)


@cocotb.test()
async def a_refused_message_has_no_keys_unless_it_has_begun(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.offer(kind=END, first=1, refused=1, fin=1)
    await bench.offer(kind=AAD, first=1)
    await bench.offer(kind=END, refused=1, fin=1)
    kinds = [token["kind"] for token, _ in await bench.settle(12)]
    assert kinds == [END, *(kind for kind, _ in KEYS), AAD, END]


@cocotb.test()
async def keys_take_no_credit_and_go_before_one_is_free(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    dut.entry_free_i.value = 0
    await bench.offer(kind=AAD, first=1)
    kinds = [token["kind"] for token, _ in await bench.settle(8)]
    assert kinds == [kind for kind, _ in KEYS]
    assert not int(dut.entry_take_o.value)
    dut.entry_free_i.value = 1
    assert [token["kind"] for token, _ in await bench.settle()] == [AAD]


@cocotb.test()
async def each_token_waits_for_its_turn(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    dut.go_i.value = 0
    await bench.offer(kind=AAD, first=1)
    for kind in [*(kind for kind, _ in KEYS), AAD]:
        assert await bench.settle(6) == []
        dut.go_i.value = 1
        await bench.cycle()
        dut.go_i.value = 0
        assert [token["kind"] for token, _ in await bench.settle(6)] == [kind]


@cocotb.test()
async def a_message_behind_a_zeroise_has_all_its_keys(dut: Any) -> None:
    """Whatever the one that was cut short had already."""
    bench = Bench(dut)
    await bench.start()
    for wait in range(4):
        dut.entry_free_i.value = 0
        await bench.offer(kind=AAD, first=1)
        for _ in range(wait):
            await bench.cycle()
        dut.sweep_i.value = 1
        await bench.settle(3)
        dut.sweep_i.value = 0
        dut.entry_free_i.value = 1
        await bench.settle()
        await bench.offer(kind=TEXT, first=1)
        kinds = [token["kind"] for token, _ in await bench.settle(8)]
        assert kinds == [*(kind for kind, _ in KEYS), TEXT]
