import assert from "node:assert/strict";
import { it } from "node:test";
import { matchingCommands } from "./matching-commands.ts";

const commands = ["Aperçu", "Bénéficiaires", "Créer un lien de paiement", "Liens de paiement"].map((label) => ({
  label,
  path: `/${label}`,
}));

it("a command is found by the beginnings of its words, whatever the accents, the case and the order", () => {
  const found = (text: string) => matchingCommands(commands, text).map(({ label }) => label);
  assert.deepEqual(found("BENEF"), ["Bénéficiaires"]);
  assert.deepEqual(found("paiement lien"), ["Créer un lien de paiement", "Liens de paiement"]);
  assert.deepEqual(found("liens"), ["Liens de paiement"]);
  assert.deepEqual(found("lien"), ["Liens de paiement", "Créer un lien de paiement"]);
  assert.deepEqual(found("iens"), []);
  assert.equal(found("").length, commands.length);
});
