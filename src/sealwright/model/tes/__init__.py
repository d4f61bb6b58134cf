# SPDX-License-Identifier: Apache-2.0
"""Models of tweakable enciphering schemes: one file for each scheme and its relatives."""

from sealwright.model.tes.base import Scheme
from sealwright.model.tes.eme import Eme
from sealwright.model.tes.eme2 import Eme2
from sealwright.model.tes.hch import Hch, HchFp
from sealwright.model.tes.hctr import Hctr
from sealwright.model.tes.hctr2 import Chctr2, Hctr2, Hctr2TwKd
from sealwright.model.tes.tet import Tet
from sealwright.model.tes.xcb import Xcb, XcbAes
from sealwright.model.tes.xts import Xts

SCHEMES: dict[str, type[Scheme]] = {
    scheme.name: scheme
    for scheme in (
        *(Xts, Hctr2, Hctr, Hch, HchFp, Xcb, XcbAes, Eme, Eme2, Tet),
        *(Chctr2, Hctr2TwKd),
    )
}
