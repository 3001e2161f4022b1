import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "./ids.ts";
import { containsSecret, redact, redactData, redactPath, redactSecrets } from "./redact.ts";
import { randomText } from "./secrets.ts";
import { fromMilliseconds } from "./time.ts";

const token = `aB3${randomText(40)}`;
const SECRETS: Readonly<Record<string, string>> = {
  "a private key": `live_sk_${token}`,
  "a key that was cut": "test_pk_9aB",
  "a token of a session or a link": token,
  "a webhook's secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E=",
  "a master key": "kWq0Lk0J2mP7xR5tY8uI3oA6sD9fG1hJ4kZ7xC0vB2M=",
  "a JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZXIifQ.c2lnbmF0dXJl",
  "a JWT with a header in its header": "eyJhbGciOieyJhbGciOi9.eyJzdWIiOiJtZXIifQ.c2lnbmF0dXJl",
  "credentials of a header": "Bearer abc.def",
  "a named password": "password=hunter2hunter2",
  "a digest": "0123456789abcdef0123456789abcdef0123456789abcdef",
};
const NUMBERS: Readonly<Record<string, string>> = {
  "a telephone number": "237677123456",
  "a telephone number in groups": "+237 6 77 12 34 56",
  "a telephone number with dashes": "677-12-34-56",
  "an account number": "10005000010123456789012",
  "an account number in groups": "10005 00001 01234567890 12",
  "an IBAN": "GB82 WEST 1234 5698 7654 32",
  "an IBAN in one word": "GB82WEST12345698765432",
};

describe("a redacted text", () => {
  for (const [what, secret] of Object.entries(SECRETS)) {
    it(`does not contain ${what}`, () => {
      const bare = secret.replace(/^(Bearer |password=)/, "");
      for (const text of [`/transfers/${secret}`, `failed: "${secret}", again`, secret]) {
        assert.ok(!redactSecrets(text).includes(bare), redactSecrets(text));
        assert.ok(!redact(text).includes(bare), redact(text));
      }
      assert.ok(
        !redactPath(`/transfers/${encodeURIComponent(secret).replaceAll("_", "%5F")}`).includes(bare.slice(-12)),
      );
    });
  }

  for (const [what, number] of Object.entries(NUMBERS)) {
    it(`keeps at most three digits of ${what}`, () => {
      assert.doesNotMatch(redact(`pay ${number} today`).replace(/[ -]/g, ""), /\d{4}/);
      assert.doesNotMatch(redactPath(`/customers/${encodeURIComponent(number)}`).replace(/[ -]/g, ""), /\d{4}/);
    });
  }

  it("keeps ids, dates, addresses and references", () => {
    const id = newId("trf", fromMilliseconds(1_764_000_000_000));
    const uuid = "0199a1b2-c3d4-7e5f-8a6b-123456789012";
    const unchanged = [id, uuid, uuid.replaceAll("-", ""), "2026-11-28", "2026-11-28T10:00:00.123456Z", "203.0.113.7"];
    for (const text of [...unchanged, "2001:db8::/32", "INV-2026-0001", "order 77 of 12", "Boulangerie du Marché"]) {
      assert.equal(redact(`/transfers/${text}`), `/transfers/${text}`);
      assert.equal(redactPath(`/transfers/${encodeURIComponent(text)}`), `/transfers/${encodeURIComponent(text)}`);
    }
  });

  it("takes milliseconds for 100,000 characters, whatever they are", () => {
    const began_ms = performance.now();
    for (const part of ["g", "g1", "eyJ", "/", "AB12", "11 ", "Bearer ", "password ", "+", "-"]) {
      const text = part.repeat(100_000 / part.length);
      redact(text);
      containsSecret(text);
    }
    // A search from each character takes more than a minute.
    assert.ok(performance.now() - began_ms < 5_000);
  });

  it("is redacted in data at any depth", () => {
    const data = { note: token, list: [{ secret: token, number: 7 }], none: null };
    assert.deepEqual(redactData(data, redactSecrets), { note: "…", list: [{ secret: "…", number: 7 }], none: null });
  });
});
