# SPDX-License-Identifier: Apache-2.0
"""`sealwright seal`: seals a file with the simulated core, as a container or one bare message."""

import argparse

from sealwright.base.console import emit
from sealwright.base.errors import UsageError
from sealwright.base.streams import input_stream, output_stream
from sealwright.families.arguments import core_of_kind
from sealwright.families.gcm import sealed
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.container import DEFAULT_CHUNK, MAX_CHUNK, Header, derive, seal_stream
from sealwright.families.gcm.sealing import CoreGcm, check_key_size, max_text
from sealwright.families.gcm.sim import Message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    sealed.add_arguments(parser)
    parser.add_argument(
        "--chunk",
        metavar="BYTES",
        type=int,
        help=f"text per GCM message of the container (default: {DEFAULT_CHUNK}, or what the "
        "core's store-and-release buffer holds)",
    )


def run(args: argparse.Namespace) -> int:
    config = core_of_kind(args, GcmConfig)
    job = sealed.job_of(args)
    check_key_size(config, len(job.key))
    if args.raw and args.chunk is not None:
        raise UsageError("--chunk: a bare message has no chunks; leave out --raw or --chunk")
    chunk = min(DEFAULT_CHUNK, max_text(config)) if args.chunk is None else args.chunk
    if not 1 <= chunk <= min(MAX_CHUNK, max_text(config)):
        limit = min(MAX_CHUNK, max_text(config))
        raise UsageError(f"--chunk {chunk}: {config.name} takes 1 to {limit} bytes")
    with input_stream(args.input) as reader, output_stream(args.output) as writer:
        if args.raw:
            text = sealed.read_message(reader, config, job)
            with CoreGcm(config, job.key, sealed.meter("sealed")) as core:
                result = core.run([Message(aad=job.aad, text=text, **job.iv_fields())])[0]
            writer.write(result.text)
            writer.write(result.tag)
        else:
            header = Header.new(len(job.key), chunk)
            keys = derive(header, job.key, job.aad)
            with CoreGcm(config, keys.key, sealed.meter("sealed")) as core:
                seal_stream(reader, writer, header, keys, core.seal)
    emit(args, *sealed.summary(args, core, "sealed"), file=sealed.report_file(args))
    return 0
