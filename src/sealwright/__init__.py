# SPDX-License-Identifier: Apache-2.0
"""Open hardware cores that encrypt links and disks, and the toolkit around them."""
