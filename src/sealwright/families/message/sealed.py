# SPDX-License-Identifier: Apache-2.0
"""Common to `seal` and `open`: IV and AAD, bare messages, the summary."""

from dataclasses import dataclass
from typing import IO, Any

from sealwright.base.console import counted, parse_hex
from sealwright.base.errors import UsageError
from sealwright.base.streams import read_file
from sealwright.families.family import Options, Report
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.limits import most_text
from sealwright.families.message.sealing import CoreSealer
from sealwright.model.aes import KEY_SIZES
from sealwright.model.gcm import OPENSSL_IV

_PIECE = 2**20
_AAD_BYTES = 2**28


@dataclass(frozen=True)
class Job:
    """The secrets and companions of one file."""

    key: bytes
    aad: bytes
    iv: bytes | None

    def __repr__(self) -> str:
        return "Job(...)"  # keys stay out of logs and tracebacks

    def iv_fields(self, config: MessageConfig) -> dict[str, Any]:
        """The IV of a message: that of the mode in the command, other lengths as data."""
        return {"iv": self.iv, "iv_in_data": len(self.iv or b"") != config.mode.iv_bytes}


def job_of(config: MessageConfig, key: bytes, options: Options) -> Job:
    """The options with every length checked, as far as it does not depend on the message."""
    if options["raw"] and options["iv"] is None:
        raise UsageError("--raw needs --iv")
    if options["iv"] is not None and not options["raw"]:
        raise UsageError("--iv: a container makes its own IVs; --iv goes with --raw")
    if len(key) not in KEY_SIZES:
        raise UsageError(f"key of {counted(len(key), 'byte')}: 16, 24 or 32 expected")
    iv = None if options["iv"] is None else parse_hex(options["iv"], "--iv")
    if iv is not None:
        _check_iv(config, len(iv))
    aad = b""
    if options["aad"] is not None:
        aad = read_file(options["aad"], _AAD_BYTES, "AAD is held in memory, and may be no longer")
    return Job(key, aad, iv)


def _check_iv(config: MessageConfig, size: int) -> None:
    """UsageError if the core, or OpenSSL beside it, does not take an IV of so many bytes."""
    usual = config.mode.iv_bytes
    if size != usual and not config.takes_iv(size):
        allowed = f"1 to {config.iv_limit}" if config.any_iv else str(usual)
        raise UsageError(f"IV of {size} bytes: {config.name} takes {allowed}")
    if size != usual and size not in OPENSSL_IV:
        first, last = OPENSSL_IV[0], OPENSSL_IV[-1]
        raise UsageError(
            f"IV of {size} bytes: {usual} are usual; OpenSSL, with which the core is compared, "
            f"takes {first} to {last}"
        )


def read_message(reader: IO[bytes], config: MessageConfig, job: Job, extra: int = 0) -> bytes:
    """The whole of a bare message, if the core can take it; `extra` bytes are no text."""
    limit = most_text(config, len(job.aad))
    if len(job.aad) >= 1 << config.aad_limit_log2:
        raise UsageError(f"AAD of {len(job.aad)} bytes: too much for {config.name}")
    data = bytearray()
    while piece := reader.read(_PIECE):
        data += piece
        if len(data) > limit + extra:
            most = max(limit, 0)
            raise UsageError(f"message too long: {config.name} takes {most} bytes of text")
    return bytes(data)


def summary(core: CoreSealer, verb: str) -> Report:
    """What happened."""
    rate = 8 * core.bytes / core.cycles if core.cycles else 0.0
    sbox = core.config.simulated().sbox
    result = {
        "simulated_sbox": sbox,
        "bytes": core.bytes,
        "messages": core.messages,
        "cycles": core.cycles,
        "bits_per_cycle": round(rate, 2),
    }
    text = (
        f"{verb} {counted(core.bytes, 'byte')} in {counted(core.messages, 'message')}: "
        f"{counted(core.cycles, 'cycle')} of {core.config.name}, {rate:.1f} bits per cycle "
        f"(simulated with S-boxes of kind {sbox})"
    )
    return Report(result, text)
