# SPDX-License-Identifier: Apache-2.0
"""Output and drawings for AES cores: formulas, interface, the scatter of all."""

from itertools import product

import pytest

from sealwright.base.results import measured
from sealwright.families import core_names, family_of, load_core
from sealwright.families.aes.area import LETTER, LINE, places_of
from sealwright.families.aes.bench import text_of
from sealwright.families.aes.config import AesConfig
from sealwright.report.datasheet import datasheet_html
from sealwright.report.interface import interface

AES = [name for name in core_names() if name.startswith("aes-")]


@pytest.mark.parametrize("name", AES)
def test_interface_of_aes_cores(name: str) -> None:
    """All have the same streams, whatever the width of their data."""
    core = load_core(name)
    assert isinstance(core, AesConfig)
    outside = interface(core)
    assert {p.name: p.value for p in outside.parameters if not p.local} == core.rtl_params()
    widths = {port.name: port.width for port in outside.ports}
    assert widths.pop("s_key_data") == (core.width if core.key_in_beats else 256)
    assert bool(widths.pop("s_key_last", 0)) == core.key_in_beats
    assert widths.pop("s_axis_tdata") == widths.pop("m_axis_tdata") == core.width
    assert widths.pop("slot_ready_o") == core.slots
    streams = {"s_key": 8, "m_key": 9, "s_axis": 8, "m_axis": 10}
    sums = {head: sum(w for n, w in widths.items() if n.startswith(head)) for head in streams}
    assert sums == streams
    others = {name for name in widths if not name.startswith(tuple(streams))}
    assert others == {"clk_i", "rst_ni", "zeroise_i", "busy_o"}
    values = {formula.name: formula.value for formula in core.figure_list()}
    wanted = {"latency": lambda bits: core.latency()[f"AES-{bits}"], "block": core.block_cycles}
    for (name, value_of), bits in product(wanted.items(), core.key_sizes):
        found = [values[key] for key in (name, f"{name}, AES-{bits}") if key in values]
        assert found == [value_of(bits)], f"{name}, {bits} bits"


@pytest.mark.parametrize("name", [name for name in AES if measured(f"{name}.bench")])
def test_bench_and_info_agree_on_the_load_of_a_key(name: str) -> None:
    """Where they count from different moments, the text says so."""
    core, found = load_core(name), measured(f"{name}.bench")
    assert isinstance(core, AesConfig)
    later = int(core.key_in_beats)
    for bits in core.key_sizes:
        formula = core.under(bits).get("key_load")
        assert formula is None or found["key_ready_cycles"][str(bits)] == formula + later
    assert ("from the first beat, a cycle later" in text_of(core, found)) == bool(later)


def test_labels_of_a_scatter_do_not_overlap() -> None:
    """Where marks are close, labels go left, up or down; a free one stays right of its mark."""
    marks = [(100.0, 50.0), (101.0, 51.0), (100.0, 49.0), (115.0, 52.0), (400.0, 50.0)]
    labels = ["fly-1", "fly-4", "fly", "pipelined", "bram"]
    places = places_of(labels, marks)
    assert places[3] == (123.0, 56.0) and places[4] == (408.0, 54.0)
    for i, (x, y) in enumerate(places):
        assert abs(y - marks[i][1] - 4) <= LINE * len(labels) / 2
        for j, (other, line) in enumerate(places[:i]):
            beside = x >= other + LETTER * len(labels[j]) or other >= x + LETTER * len(labels[i])
            assert beside or abs(y - line) >= LINE


@pytest.mark.parametrize("name", ["aes-fly", "aes-iterative-8"])
def test_datasheet(name: str) -> None:
    """As for any family: knobs, ports and formulas, and only causes that the family names."""
    core = load_core(name)
    page = datasheet_html(core, family_of(core).datasheet(core))
    for words in (core.summary, "s_axis_tdata", "cycles from block to block", "Blocks of any slot"):
        assert words in page
    assert "Error causes" not in page
