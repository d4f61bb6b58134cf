# SPDX-License-Identifier: Apache-2.0
"""What every other layer may use: errors, files, the store of costly results."""
