# SPDX-License-Identifier: Apache-2.0
"""What `sealwright demo` shows of the sector engines: a disk that the core and OpenSSL share."""

import secrets

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from sealwright.families.family import Check
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.disk import CoreDisk, disk_of
from sealwright.model.sector.xts import tweak_of

SECTOR, SECTORS = 512, 64


def shared_disk(config: SectorConfig, data: bytes) -> list[Check]:
    """Sectors by an XTS engine opened by OpenSSL, and the other way round; the last one stolen."""
    repeated = data + bytes(1)  # so that there is something to repeat
    plain = (repeated * (SECTOR * SECTORS // len(repeated) + 1))[: SECTOR * SECTORS - 7]
    key = secrets.token_bytes(config.scheme.key_length(config.key_sizes[-1]))
    disk = disk_of(config, key, {"sector": SECTOR, "first_sector": 0, "hash_key": None})
    sectors = [plain[i : i + SECTOR] for i in range(0, len(plain), SECTOR)]
    sealed = b""
    for number, text in enumerate(sectors):
        cipher = Cipher(algorithms.AES(key), modes.XTS(tweak_of(number))).encryptor()
        sealed += cipher.update(text) + cipher.finalize()
    checks: list[Check] = []
    for title, seal, given, wanted in (
        (f"{config.name} seals a disk", True, plain, sealed),
        (f"{config.name} opens OpenSSL's", False, sealed, plain),
    ):
        with CoreDisk(config, disk, seal=seal) as core:
            found = core.run(given)
        agree = sum(
            found[i : i + SECTOR] == wanted[i : i + SECTOR] for i in range(0, len(wanted), SECTOR)
        )
        checks.append((title, agree == len(sectors), f"{agree} of {len(sectors)} sectors"))
    return checks
