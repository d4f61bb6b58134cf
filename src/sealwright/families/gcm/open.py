# SPDX-License-Identifier: Apache-2.0
"""`sealwright open`: opens with the simulated core what `seal` made, if it is authentic."""

import argparse

from sealwright.base.console import emit
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.streams import input_stream, output_stream
from sealwright.families.arguments import core_of_kind
from sealwright.families.gcm import sealed
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.container import TAG, Header, derive, open_stream
from sealwright.families.gcm.sealing import CoreGcm, check_key_size, max_text
from sealwright.families.gcm.sim import Message, Op


def add_arguments(parser: argparse.ArgumentParser) -> None:
    sealed.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    config = core_of_kind(args, GcmConfig)
    job = sealed.job_of(args)
    check_key_size(config, len(job.key))
    with input_stream(args.input) as reader, output_stream(args.output) as writer:
        if args.raw:
            data = sealed.read_message(reader, config, job, extra=TAG)
            if len(data) < TAG:
                raise CheckFailed(f"message truncated: {len(data)} bytes, its tag alone has {TAG}")
            fields = {"text": data[:-TAG], "tag": data[-TAG:], "aad": job.aad, **job.iv_fields()}
            with CoreGcm(config, job.key, sealed.meter("opened")) as core:
                result = core.run([Message(op=Op.OPEN, **fields)])[0]
            if not result.passed:
                raise CheckFailed("refused: the tag is not that of the message")
            writer.write(result.text)
        else:
            header = Header.read(reader)
            keys = derive(header, job.key, job.aad)
            if header.chunk_size > max_text(config):
                limit = f"{config.name} holds {max_text(config)}"
                raise UsageError(f"container with chunks of {header.chunk_size} bytes: {limit}")
            with CoreGcm(config, keys.key, sealed.meter("opened")) as core:
                open_stream(reader, writer, header, keys, core.open)
    emit(args, *sealed.summary(args, core, "opened"), file=sealed.report_file(args))
    return 0
