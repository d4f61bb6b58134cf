# SPDX-License-Identifier: Apache-2.0
"""What configurations of cores with commands, packets and keys have in common."""

from sealwright.cores.cipher import CipherConfig
from sealwright.tools.packet.stream import ONE_LANE, Stream


class PacketConfig(CipherConfig):
    """A configuration; all about its data streams follows from `stream`."""

    slots: int
    id_width: int

    @property
    def stream(self) -> Stream:
        """The geometry of s_axis and m_axis, 16 bytes in one lane unless a kind has another one."""
        return ONE_LANE
