# SPDX-License-Identifier: Apache-2.0
"""The families of cores, one package each."""
