// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of seal_gcm in C++: test case 4 of the GCM specification, and messages of all lengths.
#include <cstdio>
#include <cstdlib>

#include "driver.h"

static Bytes hex(const char *digits) {
  Bytes found;
  for (; *digits; digits += 2) {
    const char pair[] = {digits[0], digits[1], 0};
    found.push_back(uint8_t(std::strtoul(pair, nullptr, 16)));
  }
  return found;
}

static int checks = 0;
static void check(const char *what, bool ok) {
  if (!ok) {
    std::fprintf(stderr, "smoke: wrong: %s\n", what);
    std::exit(1);
  }
  checks++;
}

int main() {
  const unsigned slot = 2, tag_mismatch = 1;
  const Bytes key = hex("feffe9928665731c6d6a8f9467308308"), iv = hex("cafebabefacedbaddecaf888");
  const Bytes aad = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2");
  const Bytes plain = hex(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
  const Bytes cipher = hex(
      "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
      "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091");
  const Bytes tag = hex("5bc94fbc3221a5db94fae95ae7121a47");

  Gcm gcm;
  check("the answer to the key", gcm.load_key(slot, key) == 0);
  Answer sealed = gcm.message(Seal, slot, iv, aad, plain);
  check("sealing", sealed.passed && sealed.text == cipher && sealed.tag == tag);
  check("AAD", sealed.aad == aad);
  Answer opened = gcm.message(Open, slot, iv, aad, cipher, tag);
  check("opening", opened.passed && opened.text == plain);
  Answer wrong = gcm.message(Open, slot, iv, aad, cipher, Bytes(16));
  check("a wrong tag", !wrong.passed && wrong.cause == tag_mismatch);

  bool refused = false;
  try {
    gcm.load_key(slot, Bytes(17));
  } catch (const std::invalid_argument &) {
    refused = true;
  }
  check("a key of 17 bytes is refused", refused);

  const Bytes long_iv(20, 7);
  for (size_t n = 0; n <= plain.size(); n += 7) {
    const Bytes text(plain.begin(), plain.begin() + n);
    sealed = gcm.message(Seal, slot, long_iv, aad, text);
    opened = gcm.message(Open, slot, long_iv, aad, sealed.text, sealed.tag);
    check("a sealed message opens", opened.passed && opened.text == text);
    check("counter mode", gcm.message(Counter, slot, long_iv, {}, text).text == sealed.text);
  }
  std::printf("smoke: %d checks passed\n", checks);
}
