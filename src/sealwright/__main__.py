# SPDX-License-Identifier: Apache-2.0
"""`python -m sealwright`: the command, where its script is not on the path."""

import sys

from sealwright.start import main

sys.exit(main())
