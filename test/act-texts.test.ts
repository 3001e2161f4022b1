import assert from "node:assert/strict";
import { it } from "node:test";
import { actSaid, en, fr } from "#dashboard/src/act-texts.ts";
import { ACT_NAMES } from "#server/resources/acts/names.ts";

for (const [language, words] of Object.entries({ en, fr })) {
  it(`the audit log has words for every action, and for no other, in ${language}`, () => {
    assert.deepEqual(Object.keys(words).sort(), [...ACT_NAMES].sort());
    for (const text of Object.values(words)) assert.match(text, /^\p{Lu}\P{C}{3,}$/u);
    assert.equal(new Set(Object.values(words)).size, ACT_NAMES.length);
  });
}

it("an action without words is shown by its name", () => {
  assert.equal(actSaid("toString", "en"), "toString");
  assert.equal(actSaid("person.signed_in", "fr"), "Connexion");
});
