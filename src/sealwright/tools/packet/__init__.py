# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of cores that take commands, packets and keys, for all families of such cores.

A family has its own commands, keys and results (`events.Packer` and `sim.PacketSim` say what it
adds), and a `harness.cpp` with its ports and the rules of its packets (see player.h).
"""
