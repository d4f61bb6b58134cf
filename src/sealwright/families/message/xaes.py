# SPDX-License-Identifier: Apache-2.0
"""XAES-256-GCM: AES-256-GCM whose key is derived for each message from a nonce of 24 bytes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import BLOCK
from sealwright.families.message.events import Op
from sealwright.families.message.fresh import GcmFreshConfig
from sealwright.model.message import Mode

_MEANINGS = {
    "first_beat": "cycles from the first beat in to the first beat out, if the command came `lead` "
    "cycles before",
    "verdict": "cycles from the last beat in to the tag out, if the command came `lead` cycles "
    "before the first beat, and one less to the last beat out when opening; with `store` to the "
    "first beat out in place of the last",
}
_OWN = (
    Formula(
        "commands",
        "2 ** clog2(aes // 4 + 4)",
        "commands that wait for their keys, at most, beside those of messages that have begun",
    ),
    Formula("subkey", "aes + 5", "cycles from a key's acceptance until its messages can begin"),
    Formula("lead", "aes + 8", "cycles from a command to its derived key, if nothing else waits"),
)


@dataclass(frozen=True, kw_only=True)
class GcmXaesConfig(GcmFreshConfig):
    """XAES-256-GCM, a block in every cycle."""

    kind: ClassVar[str] = "gcm-xaes"
    cost_text: ClassVar[str] = "n + a + 4"
    data_iv: ClassVar[bool] = False  # or its key would be derived after its first beat
    known_answers: ClassVar[tuple[str, ...]] = ("tests/data/xaes_256_gcm.json",)

    # What is a knob of others
    key_sizes: tuple[int, ...] = field(default=(256,), init=False)
    iv_limit: int = field(default=24, init=False)

    slots: int = knob(
        "Slots", (1, 16), "386 bits of memory", "keys ready at once; a change is free"
    )

    @property
    def top(self) -> str:
        return "seal_gcm_xaes"

    @property
    def any_iv(self) -> bool:
        return False

    def takes_iv(self, size: int) -> bool:
        return False

    @property
    def mode(self) -> Mode:
        from sealwright.model.xaes import XAES

        return XAES

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> int:
        """Both halves of the key, H, blocks, and the end."""
        return self.blocks(text) + self.blocks(aad) + 4

    @property
    def load_cost(self) -> Mapping[str, int]:
        """The subkey."""
        return {"AES": 1}

    @property
    def command_lead(self) -> int:
        return self.figures()["lead"]

    def rtl_params(self) -> dict[str, int]:
        return {name: n for name, n in super().rtl_params().items() if name != "KeySizes"}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        made = (*super().formulas, *_OWN)
        return tuple(replace(f, meaning=_MEANINGS.get(f.name, f.meaning)) for f in made)
