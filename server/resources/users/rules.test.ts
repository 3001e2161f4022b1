import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { fromMilliseconds } from "#kernel/time.ts";
import { hashPassword, verifyPasswordHash } from "./password-hash.ts";
import { loadPasswordEstimator } from "./password-strength.ts";
import { base32, codeAt, findPasswordWeakness, matchingStep, stepAt } from "./rules.ts";

// RFC 6238, appendix B: the SHA-1 rows; an app shows the last six digits.
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
    const at = (seconds: number) => matchingStep(SECRET, "050471", fromMilliseconds(seconds * 1_000));
    assert.equal(at(1_111_111_111 - 30), 37_037_037n);
    assert.equal(at(1_111_111_111 + 30), 37_037_037n);
    assert.equal(at(1_111_111_111 + 61), null);
    assert.equal(at(1_111_111_111 - 61), null);
  });

  it("a secret is written in base32", () => assert.equal(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
});

describe("a password", () => {
  let estimate: Awaited<ReturnType<typeof loadPasswordEstimator>>;
  before(async () => {
    estimate = await loadPasswordEstimator();
  });

  const about = ["jeanne.mballa@lekki-traders.example", "Jeanne Mballa", "Boulangerie du Marché"];
  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    too_short: ["short", "þ¤µ÷ßæðŋħł"],
    common: [
      ...[
        "password1234",
        "qwertyuiopas",
        "QWERTYUIOPAS",
        "Password2026!",
        "P@ssw0rd2026",
        "motdepasse2026",
        "bonjour123456",
        "administrator1",
      ],
      ...["iloveyou1234", "password password", "Welcome2026!!!", "drowssap2026"],
    ],
    words: [
      ...[
        "mballa123456",
        "jeanne.mballa",
        "JeanneMballa1",
        "jeanne.mballa1990",
        "Boulangerie2026",
        "marche-2026-MARCHÉ",
      ],
      ...[
        "Kolo2026!Kolo",
        "K0l0@2026#2027",
        "kolokolokolo",
        "lekkitraders26",
        "LEKKI-TRADERS!",
        "Douala2026!!",
        "Mb4ll4-Je4nne",
      ],
    ],
    pattern: [
      ...["azertyuiopqsd", "azertyuiop123", "abcdefghijkl", "abcabcabcabc"],
      ...["1111111111111", "aaaaaabbbbbbcc", "poiuytrezaml", "letmeinletmein12"],
    ],
  };
  for (const [weakness, texts] of Object.entries(REFUSED)) {
    for (const text of texts) {
      it(`may not be ${text}: ${weakness}`, () => {
        const error = findPasswordWeakness(text, about, estimate);
        assert.equal(error?.params.weakness ?? error?.reason, weakness);
      });
    }
  }
  const accepted = ["correct horse battery staple", "mballa keeps nine grey parrots", "þ¤µ÷ßæðŋħłøœ", "xK9$mQ2v!pLr"];
  for (const text of [...accepted, "élève de la 6e à Yaoundé", "a1!b2@c3#d4$e5%".repeat(17)]) {
    it(`may be ${text}`, () => assert.equal(findPasswordWeakness(text, about, estimate), null));
  }

  it("is judged within milliseconds, whatever its characters", () => {
    const before = process.threadCpuUsage();
    for (const text of ["p4ssw0rd", "4@{[<(6953!1|0$5+7%2", "@$!70314", "12/12/12"]) {
      findPasswordWeakness(text.repeat(20), about, estimate);
    }
    const used = process.threadCpuUsage(before);
    // With all characters and all spellings half a second.
    assert.ok(used.user + used.system < 300_000, `${used.user + used.system} microseconds`);
  });

  it("matches in either Unicode form of its accents, and no other password does", async () => {
    const hash = await hashPassword("élève de la 6e à Yaoundé");
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await verifyPasswordHash("élève de la 6e à Yaoundé".normalize("NFD"), hash), true);
    assert.equal(await verifyPasswordHash("eleve de la 6e a Yaounde", hash), false);
    assert.equal(await verifyPasswordHash("anything", null), false);
  });
});
