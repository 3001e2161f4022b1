import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { FAILURE_MESSAGES, failureText } from "#dashboard/src/i18n/failure-messages.ts";
import { translateServerMessage } from "#dashboard/src/i18n/server-messages.ts";
import { FAILURE_CODES } from "#server/kernel/failure-codes.ts";

const ROOT = join(import.meta.dirname, "..");

// Messages for platform operators on their terminal, and for programs: the dashboard does not show them.
const OTHERS =
  /resources\/(audit-log|fees|keys\/create|merchants|rates|reconciliation|review|checkout)|\/operator\/|http\/(parse-body|static-app|idempotency|metrics|server|request-checks)/;
const NOT_FOR_PEOPLE =
  /[Mm]etrics|[Nn]obody with the address|There is a person with|KOLO_SMTP_URL|Sync account|^Use \$|^A merchant acts|^\$\{/;

/** The messages in `new ServiceError(kind, "…")`, with placeholders for the inserted values. */
function sentences(): readonly string[] {
  const files = globSync("server/{resources,http}/**/*.ts", { cwd: ROOT }).filter(
    (file) => !file.endsWith(".test.ts") && !OTHERS.test(file),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/new ServiceError\(\s*"\w+",\s*(["`])((?:(?!\1).)*)\1/gs)]
      .map(([, , text = ""]) => text)
      .filter((text) => !NOT_FOR_PEOPLE.test(text))
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, "7")),
  );
}

// Messages for fields that no page has, and example values.
const NO_FIELDS =
  /resources\/(keys\/create|merchants|rates|fees|catalogue|account-lookups|transfers\/(create\/recipient|schema)|platform-operators\/grant|outbox-mail|checkout|live-updates|exports)|\/operator\/|kernel\/fields/;

/** The messages for fields, with placeholders for the inserted values. */
function fieldSentences(): readonly string[] {
  const files = globSync("server/resources/**/*.ts", { cwd: ROOT }).filter(
    (file) => !file.endsWith(".test.ts") && !NO_FIELDS.test(file),
  );
  const beside =
    /(?:fieldError\(\s*"\w+",\s*|invalid\(\s*"[^"]*",\s*"\w+",\s*|badRequest\(\s*[^,()]+,\s*"\w+",\s*|"x-message":\s*|const message =\s*)(["`])([A-Z][^"`]* [^"`]*)\1/g;
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(beside)].map(([, , text = ""]) =>
      text.replace(/\$\{limitsText[^}]*\}/, "amounts from 7 to 7 XAF").replaceAll(/\$\{[^}]*\}/g, "7"),
    ),
  );
}

it("every field error has a French translation", () => {
  const texts = fieldSentences();
  assert.ok(texts.length > 40, `${texts.length} sentences`);
  assert.deepEqual(
    [...new Set(texts)].filter((text) => translateServerMessage(text, "fr") === text),
    [],
  );
});

/** The reasons for a paused channel. */
function reasons(): readonly string[] {
  const files = globSync("server/providers/health/health.ts", { cwd: ROOT });
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/(?:(?:: |\? |= )(["`])|, (")(?=It ))([^"`]+)["`]/g)]
      .map(([, , , text = ""]) => text.replaceAll(/\$\{[^}]*\}/g, "7"))
      .filter((text) => / .* /.test(text) && !/^the |^There is|^It (was|can)|: absorb it$|\$\{/.test(text)),
  );
}

it("every reason for a paused channel has a French translation", () => {
  const texts = reasons();
  assert.ok(texts.length >= 3, `${texts.length} sentences`);
  assert.deepEqual(
    texts.filter((text) => translateServerMessage(text, "fr") === text),
    [],
  );
});

it("every failure code has an English and a French text, and no other code has one", () => {
  for (const language of ["en", "fr"] as const) {
    assert.deepEqual(Object.keys(FAILURE_MESSAGES[language]).sort(), FAILURE_CODES.toSorted());
  }
  for (const code of FAILURE_CODES) assert.notEqual(FAILURE_MESSAGES.fr[code], FAILURE_MESSAGES.en[code], code);
});

it("a failure's text is chosen by its code, and ends with the provider's own code", () => {
  const reason = "The recipient's number has no MTN Mobile Money account (PAYEE_NOT_FOUND)";
  assert.equal(
    failureText("recipient_not_found", reason, "fr"),
    "Le numéro du bénéficiaire n’a pas de compte (PAYEE_NOT_FOUND)",
  );
  assert.equal(failureText("rejected_by_payer", "Any text", "en"), "The request was refused on the phone");
  for (const code of ["", "code_of_tomorrow", "constructor"]) assert.equal(failureText(code, reason, "fr"), reason);
});

it("every refusal has a French translation", () => {
  const texts = sentences();
  assert.ok(texts.length > 40, `${texts.length} sentences`);
  assert.deepEqual(
    [...new Set(texts)].filter((text) => translateServerMessage(text, "fr") === text),
    [],
  );
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
