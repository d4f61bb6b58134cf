# SPDX-License-Identifier: Apache-2.0
"""Sector engines: XTS and the wide-block modes."""
