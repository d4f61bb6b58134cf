# SPDX-License-Identifier: Apache-2.0
"""What configurations of cores with commands, packets and keys have in common."""

from typing import ClassVar

from sealwright.cores.cipher import CipherConfig
from sealwright.tools.packet.stream import Stream


class PacketConfig(CipherConfig):
    """A configuration; all about its data streams follows from `beat_bytes` and `lanes`."""

    beat_bytes: ClassVar[int] = 16  # of s_axis and m_axis
    lanes: ClassVar[int] = 1  # of a beat; in each of them a packet may begin or end

    slots: int
    id_width: int

    @property
    def stream(self) -> Stream:
        """The geometry of s_axis and m_axis."""
        return Stream(self.beat_bytes, self.lanes)
