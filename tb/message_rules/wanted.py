# SPDX-License-Identifier: Apache-2.0
"""The requests that the bench of the rules expects of a message, and the core whose rules they are.

They follow from sealwright.families.message.rules, which is written from the pages.
"""

import os
from dataclasses import dataclass, field, replace

from traffic import AAD_BYTES, IV_BYTES, STORE_BLOCKS, TEXT_BLOCKS

from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.rules import Reading
from sealwright.families.message.sim import Beat, Op, RawMessage, Section
from sealwright.tools.packet.stream import Stream
from sealwright.tools.sv_package import read_package

BEAT_BYTES, STORE = int(os.environ["RULES_BEAT_BYTES"]), int(os.environ["RULES_STORE"])
PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
KIND = PACKAGE.enums["request_e"]
SIZES = (1, 2)  # of the keys in slots 0 and 1


class Narrow(GcmConfig):
    """A kind with a stream of that width."""

    stream = Stream(BEAT_BYTES)


def configuration() -> GcmConfig:
    """A core with these limits, behind a stream of that width."""
    base = load_core("gcm-store" if STORE else "gcm-default")
    return replace(
        Narrow.from_knobs(base.name, base.summary, base.knobs()),
        slots=3,
        store_beats=STORE_BLOCKS * STORE,
        text_limit=TEXT_BLOCKS,
        aad_limit_log2=AAD_BYTES.bit_length(),
        iv_limit=IV_BYTES,
        message_limit=12,
    )


CONFIG = configuration()


@dataclass
class Wanted:
    """The requests of a message; whether its IV is a block taken as it is, and how."""

    message: RawMessage
    requests: list[dict[str, int]] = field(default_factory=list)
    direct: list[tuple[bool, int]] = field(
        default_factory=list
    )  # a counter block or not; its bytes

    def add(self, kind: int, block: Beat | None = None, fin: bool = False, cause: int = 0) -> None:
        """A request; with the bytes of a block, if its token needs them."""
        message = self.message
        own = {"bytes": block.kept().bit_count(), "word": kept(block)} if block else {}
        self.requests.append(
            {
                "kind": kind,
                "first": not self.requests,
                "fin": fin,
                "refused": cause != 0,
                "entry": kind in (KIND.ReqAad, KIND.ReqText) or fin,
                "j0": kind in (KIND.ReqText, KIND.ReqEnd),
                "op": message.op,
                "slot": message.slot,
                **({} if cause else {"size": SIZES[message.slot]}),
                "cause": cause,
                "tag_len": message.tag_len,
                **own,
            }
        )


def kept(block: Beat) -> int:
    data = int.from_bytes(block.data, "little")
    return sum(data & 0xFF << 8 * i for i in range(16) if block.kept() >> i & 1)


def refused(message: RawMessage, cause: int) -> Wanted:
    wanted = Wanted(message)
    wanted.add(KIND.ReqEnd, fin=True, cause=cause)
    return wanted


def read(message: RawMessage) -> Wanted:
    """What becomes of a message whose command is right."""
    reading, wanted = Reading(CONFIG, message, bytes(16)), Wanted(message)
    cause, blocks, hashed, fin = reading.read(), reading.blocks, False, False
    for i, block in enumerate(reading.taken):
        following = blocks[i + 1].section if i + 1 < len(blocks) else None
        size = block.kept().bit_count()
        if block.section == Section.IV and i == 0:
            counter = message.op == Op.COUNTER and size == 16 and following != Section.IV
            if size == 12 or counter:
                wanted.direct.append((counter, kept(block)))
                continue
        if block.section == Section.IV and size:
            wanted.add(KIND.ReqIv, block)
            hashed = True
        elif block.section in (Section.AAD, Section.TEXT) and size:
            if hashed:
                wanted.add(KIND.ReqIvLen)
                hashed = False
            fin = following == Section.TAG if message.op == Op.OPEN else False
            fin = fin or (message.op == Op.COUNTER and block.last)
            kind = KIND.ReqAad if block.section == Section.AAD else KIND.ReqText
            wanted.add(kind, block, fin)
    if hashed and not cause:
        wanted.add(KIND.ReqIvLen)
    tag = reading.taken[-1] if message.op == Op.OPEN and not cause else None
    wanted.add(KIND.ReqEnd, tag, not fin, cause)
    return wanted
