import assert from "node:assert/strict";
import { it } from "node:test";
import { auditActionText, en, fr } from "#dashboard/src/i18n/audit-log-messages.ts";
import { AUDIT_ACTIONS } from "#server/resources/audit-log/action-names.ts";

for (const [language, labels] of Object.entries({ en, fr })) {
  it(`the dashboard has a text for every action of the audit log, and no other, in ${language}`, () => {
    assert.deepEqual(Object.keys(labels).sort(), [...AUDIT_ACTIONS].sort());
    for (const text of Object.values(labels)) assert.match(text, /^\p{Lu}\P{C}{3,}$/u);
    assert.equal(new Set(Object.values(labels)).size, AUDIT_ACTIONS.length);
  });
}

it("an action without a text is shown by its name", () => {
  assert.equal(auditActionText("toString", "en"), "toString");
  assert.equal(auditActionText("person.signed_in", "fr"), "Connexion");
});
