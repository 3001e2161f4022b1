import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fromMilliseconds } from "#kernel/time.ts";
import { hashPassword, isPassword } from "./password.ts";
import { base32, codeAt, stepAt, stepOf, weakness } from "./rules.ts";

// RFC 6238, appendix B: the SHA-1 rows, of which an app shows the last six digits.
const SECRET = Buffer.from("12345678901234567890");
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

describe("the codes of an authenticator app", () => {
  for (const [seconds, code] of VECTORS) {
    it(`at ${seconds} s the code is ${code}`, () => {
      assert.equal(codeAt(SECRET, stepAt(fromMilliseconds(seconds * 1_000))), code);
    });
  }

  it("a code counts half a minute early and late, and no more", () => {
    const at = (seconds: number) => stepOf(SECRET, "050471", fromMilliseconds(seconds * 1_000));
    assert.equal(at(1_111_111_111 - 30), 37_037_037n);
    assert.equal(at(1_111_111_111 + 30), 37_037_037n);
    assert.equal(at(1_111_111_111 + 61), null);
    assert.equal(at(1_111_111_111 - 61), null);
  });

  it("a secret is written in base32", () => assert.equal(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
});

describe("a password", () => {
  const common = new Set(["password", "qwertyuiopas"]);
  const about = ["jeanne.mballa@example.cm", "Jeanne Mballa"];
  const refused = ["short", "qwertyuiopas", "QWERTYUIOPAS", "password1234", "abcabcabcabc", "1111111111111"];
  for (const text of [...refused, "mballa123456", "jeanne.mballa", "JeanneMballa1"]) {
    it(`may not be ${text}`, () => assert.notEqual(weakness(text, about, common), null));
  }
  for (const text of ["correct horse battery staple", "mballa keeps nine grey parrots", "þ¤µ÷ßæðŋħłøœ"]) {
    it(`may be ${text}`, () => assert.equal(weakness(text, about, common), null));
  }

  it("is known again in either spelling of its accents, and no other is", async () => {
    const kept = await hashPassword("élève de la 6e à Yaoundé");
    assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await isPassword("élève de la 6e à Yaoundé".normalize("NFD"), kept), true);
    assert.equal(await isPassword("eleve de la 6e a Yaounde", kept), false);
    assert.equal(await isPassword("anything", null), false);
  });
});
