import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fingerprint, fingerprints, newMasterKey, open, randomText, readKeyring, seal, useKeyring } from "./secrets.ts";

const first = newMasterKey().slice(2);
const second = newMasterKey().slice(2);

describe("secrets", () => {
  it("open only in the context that they were sealed for", () => {
    useKeyring(readKeyring(first));
    const sealed = seal("whsec_1", "webhooks.secret mer_a test whk_a");
    assert.equal(open(sealed, "webhooks.secret mer_a test whk_a"), "whsec_1");
    assert.throws(() => open(sealed, "webhooks.secret mer_b test whk_a"));
    assert.doesNotMatch(sealed, /whsec/);
  });

  it("changed by one bit do not open", () => {
    useKeyring(readKeyring(first));
    const sealed = seal("plain", "place");
    const bytes = Buffer.from(sealed.slice(2), "base64");
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    assert.throws(() => open(`1.${bytes.toString("base64")}`, "place"));
  });

  it("sealed with an older master key open only while that version is configured", () => {
    useKeyring(readKeyring(`1:${first}`));
    const old = seal("plain", "place");
    const old_print = fingerprint("key", "test_pk_1");
    useKeyring(readKeyring(`2:${second},1:${first}`));
    assert.equal(open(old, "place"), "plain");
    assert.match(seal("plain", "place"), /^2\./);
    assert.ok(fingerprints("key", "test_pk_1").some((text) => text.equals(old_print)));
    useKeyring(readKeyring(`2:${second}`));
    assert.throws(() => open(old, "place"), /Version 1/);
  });

  it("have independent keys per purpose", () => {
    useKeyring(readKeyring(first));
    assert.notDeepEqual(fingerprint("key", "x"), fingerprint("notice", "x"));
  });

  it("require a master key of 32 bytes", () => {
    for (const text of ["", "short", "1:AAAA", `${first}=`.slice(4)])
      assert.throws(() => readKeyring(text), /32 bytes/);
  });

  it("random text uses all letters and digits, and no other characters", () => {
    const text = randomText(20_000);
    assert.match(text, /^[0-9A-Za-z]{20000}$/);
    assert.equal(new Set(text).size, 62);
  });
});
