# SPDX-License-Identifier: Apache-2.0
"""Open hardware cores that seal links, and the toolkit around them."""
