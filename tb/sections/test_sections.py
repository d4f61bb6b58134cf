# SPDX-License-Identifier: Apache-2.0
"""Bench of examples/gcm/sections.sv: packets of sections become messages, with gaps everywhere."""

import random
from typing import Any

import cocotb
from cocotb.triggers import Timer

Beat = tuple[int, int, int, int]  # data, keep, last, user


def work(rng: random.Random) -> tuple[list[tuple[int, bool]], list[Beat], list[Beat]]:
    """Entries, beats of the packets, and the beats of the messages that they make."""
    entries: list[tuple[int, bool]] = []
    packets: list[Beat] = []
    messages: list[Beat] = []
    for _ in range(60):
        numbers = sorted(rng.sample(range(4), rng.randrange(1, 5)))
        for number in numbers:
            entries.append((number, number == numbers[-1]))
            count = rng.randrange(1, 5)
            for i in range(count):
                data, keep, last = rng.getrandbits(128), rng.getrandbits(16), i == count - 1
                packets.append((data, keep, int(last), 0))
                messages.append((data, keep, int(last and number == numbers[-1]), number))
    return entries, packets, messages


@cocotb.test()
async def packets_become_messages(dut: Any) -> None:
    rng = random.Random(1)
    entries, packets, messages = work(rng)
    found: list[Beat] = []
    offered = {"entry": False, "beat": False}
    while len(found) < len(messages):
        offered["entry"] |= bool(entries) and rng.random() < 0.6
        offered["beat"] |= bool(packets) and rng.random() < 0.6
        dut.section_valid.value = int(offered["entry"])
        dut.in_valid.value = int(offered["beat"])
        dut.out_ready.value = rng.getrandbits(1)
        if entries:
            dut.section.value, dut.section_last.value = entries[0][0], int(entries[0][1])
        if packets:
            dut.in_data.value, dut.in_keep.value, dut.in_last.value = packets[0][:3]
        await Timer(1, "ns")
        if int(dut.out_valid.value) and int(dut.out_ready.value):
            ports = (dut.out_data, dut.out_keep, dut.out_last, dut.out_user)
            found.append(tuple(int(port.value) for port in ports))
        if offered["entry"] and int(dut.section_ready.value):
            entries.pop(0)
            offered["entry"] = False
        if offered["beat"] and int(dut.in_ready.value):
            packets.pop(0)
            offered["beat"] = False
    assert found == messages
    assert not entries and not packets
