import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { ANSWER_LIMIT_BYTES, BULK_PATIENCE_MS, BULK_TIMEOUT_MS, PATIENCE_MS, TIMEOUT_MS, WAIT_MS } from "./limits.ts";

const SECOND_MS = 1_000;
const LIMITS = {
  TIMEOUT_S: TIMEOUT_MS / SECOND_MS,
  PATIENCE_S: PATIENCE_MS / SECOND_MS,
  BULK_TIMEOUT_S: BULK_TIMEOUT_MS / SECOND_MS,
  BULK_PATIENCE_S: BULK_PATIENCE_MS / SECOND_MS,
  WAIT_S: WAIT_MS / SECOND_MS,
  ANSWER_LIMIT_BYTES,
};

/** Returns the numeric constants of a source file, by name. */
function constantsOf(path: string): Readonly<Record<string, number>> {
  const source = readFileSync(new URL(path, import.meta.url), "utf8");
  const definitions = source.matchAll(/^ *(?:public const )?([A-Z_]+) = ([\d_.]+(?: \* [\d_.]+)*);?$/gm);
  return Object.fromEntries([...definitions].map(([, name = "", value = ""]) => [name, product(value)]));
}

const product = (text: string): number =>
  text
    .replaceAll("_", "")
    .split(" * ")
    .reduce((result, factor) => result * Number(factor), 1);

describe("the defaults of a call", () => {
  for (const [sdk, ...paths] of [
    ["PHP", "../php/src/Caller.php"],
    ["Python", "../python/kolo/calls.py", "../python/kolo/resources.py"],
  ] as const) {
    it(`are the same in ${sdk} as in TypeScript`, () => {
      const constants = Object.assign({}, ...paths.map(constantsOf));
      for (const [name, value] of Object.entries(LIMITS)) assert.equal(constants[name], value, name);
    });
  }
});
