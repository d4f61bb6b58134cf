# SPDX-License-Identifier: Apache-2.0
"""Models of tweakable enciphering schemes: one file for each scheme and its relatives."""

from collections.abc import Callable

from sealwright.model.tes.base import Scheme
from sealwright.model.tes.eme import Eme
from sealwright.model.tes.eme2 import Eme2
from sealwright.model.tes.hch import Hch, HchFp
from sealwright.model.tes.hctr import Hctr
from sealwright.model.tes.hctr2 import Chctr2, Hctr2, Hctr2TwKd
from sealwright.model.tes.tet import Tet
from sealwright.model.tes.xcb import Xcb, XcbAes
from sealwright.model.tes.xts import Xts

# By name: called with `key`, and `hash_key` where there is one, `order` and `cipher`.
SCHEMES: dict[str, Callable[..., Scheme]] = {
    "xts": Xts,
    "hctr2": Hctr2,
    "hctr": Hctr,
    "hch": Hch,
    "hchfp": HchFp,
    "xcb": Xcb,
    "xcb-aes": XcbAes,
    "eme": Eme,
    "eme2": Eme2,
    "tet": Tet,
    "chctr2": Chctr2,
    "hctr2-twkd": Hctr2TwKd,
}
