# SPDX-License-Identifier: Apache-2.0
"""AES-GCM."""
