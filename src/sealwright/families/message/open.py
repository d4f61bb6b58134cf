# SPDX-License-Identifier: Apache-2.0
"""Opens a sealed file with the simulated core, if it is authentic."""

from typing import IO

from sealwright.base.console import meter
from sealwright.base.errors import BadInput, Damaged
from sealwright.families.family import Options, Report
from sealwright.families.message import sealed
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.container import TAG, Header, derive, open_stream
from sealwright.families.message.sealing import CoreSealer, check_core
from sealwright.families.message.sim import Message, Op


def open_(
    config: MessageConfig, key: bytes, reader: IO[bytes], writer: IO[bytes], options: Options
) -> Report:
    job = sealed.job_of(config, key, options)
    check_core(config, len(job.key), Op.OPEN, raw=options["raw"])
    if options["raw"]:
        data = sealed.read_message(reader, config, job, extra=TAG)
        if len(data) < TAG:
            raise Damaged(f"message truncated: {len(data)} bytes, its tag alone has {TAG}")
        fields = {"text": data[:-TAG], "tag": data[-TAG:], "aad": job.aad, **job.iv_fields(config)}
        del data  # a long message is not held twice
        with CoreSealer(config, job.key, meter("opened")) as core:
            result = core.run([Message(op=Op.OPEN, **fields)])[0]
        if not result.passed:
            raise Damaged("refused: the tag is not that of the message")
        writer.write(result.text)
    else:
        header = Header.read(reader)
        keys = derive(header, job.key, job.aad)
        if header.chunk_size > config.most_text:
            limit = f"{config.name} holds {config.most_text}"
            raise BadInput(f"container with chunks of {header.chunk_size} bytes: {limit}")
        with CoreSealer(config, keys.key, meter("opened")) as core:
            open_stream(reader, writer, header, keys, core.open)
    return sealed.summary(core, "opened")
