# SPDX-License-Identifier: Apache-2.0
"""GHASH by itself."""
