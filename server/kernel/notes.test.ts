import assert from "node:assert/strict";
import { it } from "node:test";
import { ServiceError } from "./errors.ts";
import { documentErrors, NOTE_MAX, noteErrors, throwFieldErrors } from "./notes.ts";

it("a missing reason and a missing document are both named; one that is too long is named as too long, not as missing", () => {
  const reasonsOf = (reason: string, document: string) => {
    const errors = { ...noteErrors("reason", reason), ...documentErrors("document", document, "Name it", 190) };
    return Object.entries(errors).map(([field, [error]]) => [field, error?.reason]);
  };
  assert.deepEqual(reasonsOf(" ", ""), [
    ["reason", "note_required"],
    ["document", "document_required"],
  ]);
  assert.deepEqual(reasonsOf("x".repeat(NOTE_MAX + 1), "x".repeat(191)), [
    ["reason", "too_long"],
    ["document", "too_long"],
  ]);
  assert.deepEqual(reasonsOf(` ${"x".repeat(NOTE_MAX)} `, "x".repeat(190)), []);
  throwFieldErrors({});
  assert.throws(() => throwFieldErrors(noteErrors("reason", "")), ServiceError);
});
