# SPDX-License-Identifier: Apache-2.0
"""A master of AXI4-Lite: its channels begin and wait as the caller says, in any order."""

import random
from dataclasses import dataclass
from typing import Any

from cocotb.triggers import FallingEdge, Timer

OKAY, SLVERR = 0, 2


@dataclass(frozen=True)
class Delays:
    """Cycles before the address, the data, and between an answer and its acceptance."""

    address: int = 0
    data: int = 0
    answer: int = 0


NONE = Delays()


class Axil:
    """Signals change at the falling edge and are sampled between it and the rising edge.

    What stands on a channel without valid is random.
    """

    def __init__(self, dut: Any, rng: random.Random) -> None:
        self.dut, self.rng = dut, rng
        self.seen: list[int] = []  # words that were read

    def _get(self, name: str) -> int:
        return int(getattr(self.dut, f"s_axil_{name}").value)

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            getattr(self.dut, f"s_axil_{name}").value = value

    def idle(self) -> None:
        self._set(awvalid=0, wvalid=0, bready=0, arvalid=0, rready=0)
        self._set(awaddr=0, wdata=0, wstrb=0, araddr=0)

    async def write(self, address: int, data: int, strobe: int = 0xF, delays: Delays = NONE) -> int:
        """The answer, after checking that it waits to be taken and does not change."""
        cycle, sent, waited, first = 0, {"aw": False, "w": False}, 0, None
        while True:
            offers = {
                "aw": not sent["aw"] and cycle >= delays.address,
                "w": not sent["w"] and cycle >= delays.data,
            }
            self._set(awvalid=offers["aw"], wvalid=offers["w"], bready=waited >= delays.answer)
            self._set(awaddr=address if offers["aw"] else self.rng.getrandbits(8))
            self._set(wdata=data if offers["w"] else self.rng.getrandbits(32))
            self._set(wstrb=strobe if offers["w"] else self.rng.getrandbits(4))
            await Timer(3, "ns")
            answered = self._get("bvalid")
            assert not answered or all(sent.values()), "an answer before its write"
            assert answered or first is None, "an answer is withdrawn"
            if answered:
                first = self._get("bresp") if first is None else first
                assert first == self._get("bresp"), "an answer changes"
            for name, offered in offers.items():
                sent[name] |= bool(offered and self._get(f"{name}ready"))
            taken = answered and waited >= delays.answer
            waited += answered
            cycle += 1
            assert cycle < 200, "a write is not answered"
            await FallingEdge(self.dut.clk_i)
            if taken:
                self._set(awvalid=0, wvalid=0, bready=0)
                assert first is not None
                return first

    async def read(self, address: int, delays: Delays = NONE) -> tuple[int, int]:
        """Data and answer."""
        cycle, sent, waited, first = 0, False, 0, None
        while True:
            offer = not sent and cycle >= delays.address
            self._set(arvalid=offer, rready=waited >= delays.answer)
            self._set(araddr=address if offer else self.rng.getrandbits(8))
            await Timer(3, "ns")
            answered = self._get("rvalid")
            assert not answered or sent, "an answer before its read"
            assert answered or first is None, "an answer is withdrawn"
            if answered:
                found = (self._get("rdata"), self._get("rresp"))
                first = found if first is None else first
                assert first == found, "an answer changes"
                self.seen.append(found[0])
            sent |= bool(offer and self._get("arready"))
            taken = answered and waited >= delays.answer
            waited += answered
            cycle += 1
            assert cycle < 200, "a read is not answered"
            await FallingEdge(self.dut.clk_i)
            if taken:
                self._set(arvalid=0, rready=0)
                assert first is not None
                return first
