# SPDX-License-Identifier: Apache-2.0
"""A core as a folder that needs nothing of this project: for any tool and any flow."""
