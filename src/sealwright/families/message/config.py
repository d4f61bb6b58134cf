# SPDX-License-Identifier: Apache-2.0
"""Configurations of cores that seal and open messages.

`MessageConfig` is what all kinds have; a kind is a class made from it, with a model of its mode.
`GcmConfig` has the formulas of `seal_gcm_pkg`."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from sealwright.cores.cipher import KEY_LIST, SBOXES
from sealwright.cores.config import knob
from sealwright.cores.engine import ENTRIES, EXPAND, KEY_HOLD, KEY_LOAD
from sealwright.cores.formulas import Formula
from sealwright.cores.multiplier import EACH_CYCLE, KINDS
from sealwright.families.message.events import Op
from sealwright.families.packet.config import PacketConfig
from sealwright.model.message import Mode

RELEASES = {"cut-through": 0, "store": 1}
KEY_BUSY = {"hold": 0, "refuse": 1}
IV_LENGTHS = {"any": 1, "12": 0}
OPERATIONS = {"all": 7, "seal": 1, "open": 2, "counter": 4}  # bit n: the one with code n
DEFAULT = "gcm-default"  # the core to start from, and that of the documents
BLOCK = 16  # bytes, the unit of the limits


def slots_knob() -> Any:
    return knob(
        "Slots",
        (1, 16),
        "rounds + 1 words of 128 bits per slot, in as many small memories; "
        "2^max(ceil(log2 s), 1) words of powers per slot, of slots rounded up to a power of two",
        "keys ready at once; a change between messages is free",
    )


def key_sizes_knob() -> Any:
    return knob(
        "KeySizes",
        KEY_LIST,
        "rounds of the longest size (10, 12 or 14) for every key; for more than one size, a "
        "multiplexer in the first rounds",
        "key sizes mixed from one block to the next",
    )


def sbox_knob() -> Any:
    return knob(
        "Sbox",
        SBOXES,
        "`table`, `bdd`, `twisted-bdd`: large but shallow; `composite`: small, deeper; `gates`: "
        "fewest two-input gates, deepest; `gates-shallow`: a few more, a third fewer levels; "
        "`bram`: one block RAM for two S-boxes",
        "area against depth; the best choice depends on the target",
    )


def round_stages_knob() -> Any:
    return knob(
        "RoundStages",
        (1, 5),
        "at least 128 flip-flops per round and stage; one cycle of latency per round each; a "
        "longer output FIFO",
        "shorter paths in the AES pipe",
    )


def release_knob() -> Any:
    return knob(
        "Store",
        RELEASES,
        "`store`: latency of a whole message; memory",
        "no text leaves before its tag has been checked",
    )


def store_beats_knob() -> Any:
    return knob(
        "StoreBeats",
        "2 to 2^20; 0 for `cut-through`",
        "136 bits of memory each",
        "longest message (beats of 16 bytes, tag included)",
    )


def key_busy_knob() -> Any:
    return knob(
        "KeyRefuse",
        KEY_BUSY,
        "`hold`: commands of other slots wait behind a held one; `refuse`: a cause to handle",
        "`hold`: no message is refused; `refuse`: other slots never wait",
    )


def id_width_knob() -> Any:
    return knob("IdWidth", (1, 16), "width of two FIFOs", "longer identifiers")


def text_limit_knob() -> Any:
    return knob("TextLimit", (1, 2**32 - 2), "nothing", "longer messages")


def aad_limit_log2_knob() -> Any:
    return knob("AadLimitLog2", (5, 61), "one counter bit each", "more AAD")


def _iv_lengths() -> Any:
    return knob(
        "AnyIv",
        IV_LENGTHS,
        "`any`: registers and control for the hash of an IV",
        "`any`: IVs of other lengths than 12 bytes; and in counter mode a whole counter block",
    )


def _operations() -> Any:
    return knob(
        "Ops",
        OPERATIONS,
        "`all`: comparison and insertion of tags; `counter`: no GHASH at all, and in place of IVs "
        "of any length a whole counter block",
        "both directions, and counter mode, in one core",
    )


def iv_limit_knob() -> Any:
    return knob("IvLimit", (1, 65536), "nothing", "longer IVs", note="if they may have any length")


def message_limit_knob() -> Any:
    return knob("MsgLimit", (0, 2**32 - 1), "nothing", "more messages before a key must be changed")


class MessageConfig(PacketConfig):
    """One core that seals and opens messages.

    A kind names its knobs, those here among them, and gives its top, formulas, mode, and the cycles
    of a message and of a key load; and its `stream`, if that is not one lane of 16 bytes.
    """

    cost_text: ClassVar[str]  # `cost`, for n `cost_units` of text and a of AAD
    cost_units: ClassVar[str] = "blocks"  # or "beats"
    known_answers: ClassVar[tuple[str, ...]]  # files of vectors, below the root
    hash_keys: ClassVar[str] = "powers of H"  # in the block diagram
    takes_early: ClassVar[bool] = True  # data may be taken before their command
    data_iv: ClassVar[bool] = True  # an IV may come as data
    announced: ClassVar[bool] = False  # the length block comes in front of the text

    multiplier: str  # of the hash
    mult_stages: int
    release: str
    store_beats: int
    key_busy: str
    text_limit: int
    aad_limit_log2: int
    iv_limit: int
    message_limit: int

    @property
    def placements(self) -> int:
        return 5

    def check(self) -> None:
        super().check()
        if self.release == "store":
            self.need_range("store_beats", 2, 1 << 20)
        elif self.store_beats != 0:
            raise self.wrong("store_beats", "must be 0 with release = 'cut-through'")

    @property
    @abstractmethod
    def mode(self) -> Mode:
        """The model of the mode."""

    @abstractmethod
    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> float:
        """Cycles from message to message, back to back, of so many bytes: see `cost_text`.

        A mixture takes their sum. It is whole but for several lanes.
        """

    @property
    def command_lead(self) -> int:
        """Cycles from a command until its first beat is used, with which the core is idle."""
        return 0

    @property
    @abstractmethod
    def load_cost(self) -> Mapping[str, int]:
        """Cycles that a key load takes from saturated traffic, by what it uses in them."""

    def rtl_params(self) -> dict[str, int]:
        return {
            "Slots": self.slots,
            "KeySizes": self.key_mask,
            "Sbox": SBOXES[self.sbox],
            "Store": RELEASES[self.release],
            "StoreBeats": self.store_beats or 2,
            "KeyRefuse": KEY_BUSY[self.key_busy],
            "IdWidth": self.id_width,
            "TextLimit": self.text_limit,
            "AadLimitLog2": self.aad_limit_log2,
            "IvLimit": self.iv_limit,
            "MsgLimit": self.message_limit,
        }

    @property
    def ops(self) -> tuple[Op, ...]:
        """The operations that the core has."""
        return tuple(op for op in Op if op is not Op.COUNTER or self.mode.counter)

    # ---- lengths --------------------------------------------------------------------------------

    @property
    def any_iv(self) -> bool:
        """Whether an IV may have another length than that of the mode."""
        return True

    def takes_iv(self, size: int) -> bool:
        """Whether an IV may have so many bytes, given as data."""
        if self.any_iv:
            return 0 < size <= self.iv_limit
        counter_block = self.ops == (Op.COUNTER,) and size == BLOCK
        return size == self.mode.iv_bytes or counter_block

    @staticmethod
    def blocks(size: int) -> int:
        """Those of a section of that many bytes, whatever the beats."""
        return -(-size // BLOCK)

    @property
    def room(self) -> int | None:
        """Blocks of AAD and text that the store-and-release buffer takes beside a tag."""
        return self.store_beats - 1 if self.release == "store" else None

    @property
    def most_text(self) -> int:
        """Bytes of text that one message may have."""
        limit = self.text_limit if self.room is None else min(self.text_limit, self.room)
        return BLOCK * limit

    # ---- formulas -------------------------------------------------------------------------------

    @property
    def aes_latency(self) -> int:
        """Cycles through the AES pipe."""
        return self.figures()["aes"]

    @property
    def loop_latency(self) -> int:
        """Cycles from a token to its message's status."""
        return self.figures()["loop"]

    @property
    def out_depth(self) -> int:
        """Beats that the output FIFO holds."""
        return self.figures()["entries"]

    @property
    def messages(self) -> int:
        """Messages in flight at most."""
        return self.figures()["messages"]

    @property
    def sweep_cycles(self) -> int:
        """Cycles of a zeroise."""
        return self.figures()["zeroise"]

    def load_cycles(self, bits: int) -> int:
        """From the acceptance of a key of `bits` bits to its slot being ready, in any traffic."""
        return self.under(bits)["key_load"]

    def latency(self, *, opening: bool = False) -> dict[str, int]:
        """Cycles into an idle core, beats following each other at once."""
        names = ("aes", "first_beat", "verdict", "key_hold", "key_load", "zeroise")
        found = {name: value for name, value in self.figures().items() if name in names}
        return found | {"verdict": found["verdict"] - opening}


FORMULAS = (
    Formula("aes", "2 + rounds * round_stages", "cycles through the AES pipe"),
    Formula("first_beat", "aes + 15", "cycles from the first beat in to the first beat out"),
    Formula(
        "verdict",
        "aes + 2 * mult_stages + 25",
        "cycles from the last beat in to the tag out, and one less to the last beat out when "
        "opening; with `store` to the first beat out in place of the last",
    ),
    Formula(
        "loop",
        "aes + 2 * mult_stages + 24",
        "cycles from a token to its message's status, at most; credits come back within them",
    ),
    KEY_HOLD,
    EXPAND,
    Formula(
        "derive",
        "aes + 6 + (mult_stages - 1) * (aes + mult_stages + 7)",
        "cycles from a written schedule to the last power of H",
    ),
    KEY_LOAD,
    ENTRIES,
    Formula("messages", "2 ** clog2(loop // 2 + 4)", "messages in flight, at most"),
    Formula(
        "powers",
        "2 ** (clog2(slots) + max(clog2(mult_stages), 1))",
        "addresses of the memory of powers of H",
    ),
    Formula(
        "zeroise", "max(loop, entries, messages, powers) + 16", "cycles until every memory is clear"
    ),
)


@dataclass(frozen=True, kw_only=True)
class GcmConfig(MessageConfig):
    """AES-GCM, a block in every cycle. What knobs cost is explained in docs/use/cores.md."""

    kind: ClassVar[str] = "gcm"
    libraries: ClassVar[tuple[str, ...]] = ("common", "gf", "aes", "engine", "message", "gcm")
    cost_text: ClassVar[str] = "n + a + 1"
    known_answers: ClassVar[tuple[str, ...]] = tuple(
        f"tests/data/{name}.json" for name in ("gcm_spec", "ipsec_esp", "macsec")
    )

    slots: int = slots_knob()
    key_sizes: tuple[int, ...] = key_sizes_knob()
    sbox: str = sbox_knob()
    round_stages: int = round_stages_knob()
    multiplier: str = knob(
        "MultKind",
        EACH_CYCLE,
        "`karatsuba`: deeper; `mastrovito`: 2^14 AND gates and more XOR gates, but shallow; kinds "
        "with a stored key: its bits for each slot and power",
        "fewest gates, fewest levels, or both for more key bits",
    )
    mult_stages: int = knob(
        "MultStages",
        (1, 8),
        "registers; s powers per slot; two cycles of tag latency each; longer key loads",
        "shorter paths in GHASH; no cost in throughput",
    )
    mult_halt: int = knob(
        "MultHalt",
        "1 to 128; 0 for multipliers that do not split",
        "small: more XOR levels; large: more AND gates",
        "area against depth; 4 to 8 suit LUTs",
    )
    mult_tables: int = knob(
        "MultTables",
        "0, 1; 1 with `tmvp-dual` and `tmvp-precomputed` only",
        "more two-input gates, and levels of them",
        "fewer six-input LUTs",
    )
    release: str = release_knob()
    store_beats: int = store_beats_knob()
    key_busy: str = key_busy_knob()
    id_width: int = id_width_knob()
    text_limit: int = text_limit_knob()
    aad_limit_log2: int = aad_limit_log2_knob()
    iv_lengths: str = _iv_lengths()
    iv_limit: int = iv_limit_knob()
    message_limit: int = message_limit_knob()
    operations: str = _operations()

    def check(self) -> None:
        super().check()
        if self.ops == (Op.COUNTER,):
            if self.any_iv:
                raise self.wrong("iv_lengths", "must be 12 without a hash (operations = 'counter')")
            if self.mult_stages != 1:
                raise self.wrong("mult_stages", "must be 1 without a hash (operations = 'counter')")
        if "halt" in KINDS[self.multiplier].knobs:
            self.need_range("mult_halt", 1, 128)
        elif self.mult_halt != 0:
            raise self.wrong("mult_halt", f"set mult_halt=0: {self.multiplier} does not split")
        self.need_range("mult_tables", 0, 1)
        if self.mult_tables and "tables" not in KINDS[self.multiplier].knobs:
            raise self.wrong("mult_tables", f"must be 0 for {self.multiplier}")

    @property
    def top(self) -> str:
        return "seal_gcm"

    @property
    def any_iv(self) -> bool:
        return bool(IV_LENGTHS[self.iv_lengths])

    @property
    def ops(self) -> tuple[Op, ...]:
        return tuple(op for op in Op if OPERATIONS[self.operations] >> op & 1)

    @property
    def mode(self) -> Mode:
        from sealwright.model.gcm import GCM

        return GCM

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> float:
        """And two for a message without any data."""
        return max(self.blocks(text) + self.blocks(aad) + 1, 2)

    @property
    def load_cost(self) -> Mapping[str, int]:
        """The call of AES that makes H, and a product for each further power of H."""
        return {"AES": 1, "hash": self.mult_stages - 1}

    def rtl_params(self) -> dict[str, int]:
        return {
            **super().rtl_params(),
            "AnyIv": IV_LENGTHS[self.iv_lengths],
            "Ops": OPERATIONS[self.operations],
            "RoundStages": self.round_stages,
            "MultKind": KINDS[self.multiplier].number,
            "MultStages": self.mult_stages,
            "MultHalt": self.mult_halt or 1,
            "MultTables": self.mult_tables,
        }

    @property
    def formulas(self) -> tuple[Formula, ...]:
        if self.release == "cut-through":
            return FORMULAS
        kept = (f for f in FORMULAS if f.name != "first_beat")
        return tuple(replace(f, text="store_beats") if f.name == "entries" else f for f in kept)
