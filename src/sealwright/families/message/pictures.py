# SPDX-License-Identifier: Apache-2.0
"""The pictures of the documents that show a GCM core."""

from collections.abc import Callable, Mapping
from functools import partial

from sealwright.base.errors import UsageError
from sealwright.families import load_core
from sealwright.families.message.config import DEFAULT, GcmConfig
from sealwright.families.message.diagram import diagram_svg
from sealwright.families.message.front import front_svg
from sealwright.families.message.lanes_picture import lanes_svg
from sealwright.families.message.pipeline import pipeline_svg
from sealwright.families.message.scenes import SCENES, scene_svg
from sealwright.families.message.sim import Op
from sealwright.families.message.sizes import key_changes_svg, sizes_svg
from sealwright.families.message.throughput import throughput_svg
from sealwright.families.message.waves import wave_svg


def pictures() -> Mapping[str, Callable[[], str]]:
    """Drawings of the default core, by the names of their files."""
    core = load_core(DEFAULT)
    if not isinstance(core, GcmConfig):
        raise UsageError(f"{DEFAULT} is no GCM core")
    return {
        "gcm_front.svg": front_svg,
        "message_sizes.svg": sizes_svg,
        "key_changes.svg": key_changes_svg,
        "lanes.svg": lanes_svg,
        "throughput.svg": throughput_svg,
        "gcm.svg": lambda: diagram_svg(core),
        "pipeline.svg": lambda: pipeline_svg(core),
        "wave_seal.svg": lambda: wave_svg(core, Op.SEAL),
        "wave_open.svg": lambda: wave_svg(core, Op.OPEN),
        **{name: partial(scene_svg, core, scene) for name, scene in SCENES.items()},
    }
