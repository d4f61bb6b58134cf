# SPDX-License-Identifier: Apache-2.0
"""Seals a file with the simulated core, as a container or one bare message."""

from typing import IO

from sealwright.base.console import meter
from sealwright.base.errors import UsageError
from sealwright.families.family import Options, Report
from sealwright.families.message import sealed
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.container import (
    DEFAULT_CHUNK,
    MAX_CHUNK,
    Header,
    derive,
    seal_stream,
)
from sealwright.families.message.sealing import CoreSealer, check_core
from sealwright.families.message.sim import Message, Op


def seal(
    config: MessageConfig, key: bytes, reader: IO[bytes], writer: IO[bytes], options: Options
) -> Report:
    job, chunk = sealed.job_of(config, key, options), options["chunk"]
    check_core(config, len(job.key), Op.SEAL, raw=options["raw"])
    if options["raw"] and chunk is not None:
        raise UsageError("--chunk: a bare message has no chunks; leave out --raw or --chunk")
    if chunk is None:
        chunk = min(DEFAULT_CHUNK, config.most_text)
    if not 1 <= chunk <= min(MAX_CHUNK, config.most_text):
        limit = min(MAX_CHUNK, config.most_text)
        raise UsageError(f"--chunk {chunk}: {config.name} takes 1 to {limit} bytes")
    if options["raw"]:
        text = sealed.read_message(reader, config, job)
        with CoreSealer(config, job.key, meter("sealed")) as core:
            result = core.run([Message(aad=job.aad, text=text, **job.iv_fields(config))])[0]
        writer.write(result.text)
        writer.write(result.tag)
    else:
        header = Header.new(len(job.key), chunk)
        keys = derive(header, job.key, job.aad)
        with CoreSealer(config, keys.key, meter("sealed")) as core:
            seal_stream(reader, writer, header, keys, core.seal)
    return sealed.summary(core, "sealed")
