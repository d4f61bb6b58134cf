# SPDX-License-Identifier: Apache-2.0
"""Common to the families whose cores take commands, packets and keys: no family by itself."""
