# SPDX-License-Identifier: Apache-2.0
"""Models of tweakable enciphering schemes: one file for each scheme and its relatives."""

from sealwright.model.sector.base import Scheme
from sealwright.model.sector.eme import Eme
from sealwright.model.sector.eme2 import Eme2
from sealwright.model.sector.hch import Hch, HchFp
from sealwright.model.sector.hctr import Hctr
from sealwright.model.sector.hctr2 import Chctr2, Hctr2, Hctr2TwKd
from sealwright.model.sector.heh import Heh, HehFp
from sealwright.model.sector.tet import Tet
from sealwright.model.sector.xcb import Xcb, XcbAes
from sealwright.model.sector.xts import Xts

SCHEMES: dict[str, type[Scheme]] = {
    scheme.name: scheme
    for scheme in (
        *(Xts, Hctr2, Hctr, Hch, HchFp, Xcb, XcbAes, Eme, Eme2, Tet),
        *(Heh, HehFp, Chctr2, Hctr2TwKd),
    )
}
