# SPDX-License-Identifier: Apache-2.0
"""The lowest layer: errors, files, the cache of costly results."""
