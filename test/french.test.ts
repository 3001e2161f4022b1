import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { FAILURE_MESSAGES, failureText } from "#dashboard/src/i18n/failure-messages.ts";
import { FAILURE_CODES } from "#server/kernel/failure-codes.ts";

const ROOT = join(import.meta.dirname, "..");

it("every failure code has an English and a French text, and no other code has one", () => {
  for (const language of ["en", "fr"] as const) {
    assert.deepEqual(Object.keys(FAILURE_MESSAGES[language]).sort(), FAILURE_CODES.toSorted());
  }
  for (const code of FAILURE_CODES) assert.notEqual(FAILURE_MESSAGES.fr[code], FAILURE_MESSAGES.en[code], code);
});

it("a failure's text is chosen by its code, whatever the service's reason says", () => {
  const reason = "The recipient's number has no MTN Mobile Money account (PAYEE_NOT_FOUND)";
  assert.equal(failureText("recipient_not_found", reason, "fr"), "Le numéro du bénéficiaire n’a pas de compte");
  assert.equal(failureText("rejected_by_payer", "Any text", "en"), "The request was refused on the phone");
  for (const code of ["", "code_of_tomorrow", "constructor"]) assert.equal(failureText(code, reason, "fr"), reason);
});

it("French punctuation has a no-break space before it", () => {
  const files = globSync("{dashboard,checkout}/src/**/*.{ts,tsx}", { cwd: ROOT });
  const parted = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/["`][^"`\n]*[’éèàêçôû][^"`\n]* [:;?!][^"`\n]*["`]/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  assert.deepEqual(parted, []);
});
