import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { runCommand } from "#server/testing/command.ts";
import { createDataFolder, startService } from "#server/testing/service.ts";
import { SPREADSHEET_FIXTURES } from "#server/testing/spreadsheet-fixtures.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";

const world = await startTestWorld();
const shop = await world.merchant({ balance: 1_000_000n });
const person = await createTestUser(world, shop.id, "owner");
await person.enrollSecondFactor();

const KEYS = { authorization: shop.public_key, "x-grant": shop.private_key };
const PERSON = { cookie: person.cookie, "x-kolo-dashboard": "1", origin: world.url };
const PAGE = `/dashboard/api/merchants/${shop.id}/test`;

/** The result of sending a file to one entry point: the number of rows, or the refusal as `reason line`. */
type Reading = number | string;

async function send(path: string, headers: Readonly<Record<string, string>>, bytes: Uint8Array) {
  const answer = await fetch(`${world.url}${path}`, {
    ...{ method: "POST", body: new Uint8Array(bytes) },
    headers: { ...headers, "content-type": "text/csv" },
  });
  const body = JSON.parse(await answer.text());
  const [refusal] = body.field_reasons?.file ?? [];
  return { status: answer.status, refused: refusal && `${refusal.reason} ${refusal.params.line ?? null}`, body };
}

/** Sends a file to the bulk check. Returns the number of transfers, or the refusal. */
async function checked(path: string, headers: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<Reading> {
  const { refused, status, body } = await send(`${path}/transfers/bulk/check?currency=XAF`, headers, bytes);
  if (refused !== undefined) return refused;
  // An error in a single entry proves that the file itself was parsed.
  const messages = Object.keys(body.errors ?? {});
  assert.ok(status === 200 || messages.some((field) => field.startsWith("transfers")), JSON.stringify(body));
  return body.bulk_check?.total_transfers ?? 0;
}

async function readBy(path: string, headers: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<Reading> {
  const { refused, status, body } = await send(`${path}/transfers/bulk/read`, headers, bytes);
  if (refused !== undefined) return refused;
  assert.equal(status, 200, JSON.stringify(body));
  return body.bulk_file.rows.length;
}

async function readings(bytes: Uint8Array): Promise<readonly Reading[]> {
  return Promise.all([
    readBy("", KEYS, bytes),
    readBy(PAGE, PERSON, bytes),
    checked("", KEYS, bytes),
    checked(PAGE, PERSON, bytes),
  ]);
}

describe("a payment file gives the same result through every entry point", () => {
  for (const { name, bytes, expected } of SPREADSHEET_FIXTURES) {
    it(name, async () => {
      const [first, ...others] = await readings(bytes);
      for (const other of others) assert.equal(other, first);
      assert.equal(first, "reason" in expected ? `${expected.reason} ${expected.line}` : expected.length);
    });
  }

  it("with random content", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", " ", "é"), maxLength: 4 });
    const property = fc.asyncProperty(fc.array(cell, { maxLength: 6 }), async (names) => {
      const rows = names.map((name, index) => `67712345${index},${index + 1},x${name}`);
      const parsed = await readings(Buffer.from(["phone,amount,name", ...rows].join("\n")));
      // A name may end its row early. The rest then lacks a number, which is an error of the entry, not of the file.
      const [first, ...others] = parsed.map((reading) => (typeof reading === "string" ? reading : "read"));
      for (const other of others) assert.equal(other, first);
    });
    await fc.assert(property, { numRuns: 30 });
  });
});

describe("on the command line", async () => {
  const folder = await createDataFolder();
  await startService(folder);
  const main = join(import.meta.dirname, "..", "cli", "main.ts");

  async function kolo(...args: readonly string[]) {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, KOLO_DATA: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let messages = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (messages += text));
    await once(child, "close");
    return messages;
  }

  for (const expected of ["two marks of inches", "a cell too many", "a workbook with a cell at the end of the world"]) {
    it(`${expected}: kolo bulk send and kolo reconcile import refuse the file with its line`, async () => {
      const file = SPREADSHEET_FIXTURES.find(({ name }) => name === expected);
      assert.ok(file && "reason" in file.expected);
      const path = join(folder, "people.csv");
      await writeFile(path, file.bytes);
      const line = new RegExp(`Line ${file.expected.line} `);
      assert.match(await kolo("bulk", "send", path, "--yes"), line);
      const imported = await runCommand(["reconcile", "import", "mtn", path], { KOLO_DATA: folder });
      assert.match(imported.stderr, line);
    });
  }

  it("a workbook is sent, and rows with repeated payees are listed by line", async () => {
    const book = SPREADSHEET_FIXTURES.find(({ name }) => name === "a workbook");
    assert.ok(book);
    const path = join(folder, "people.xlsx");
    await writeFile(path, book.bytes);
    assert.match(await kolo("bulk", "send", path, "--dry-run"), /amounts\s+XAF 500/);
    await writeFile(path, "name,phone,amount\nJane,677123456,5\n\nPaul,677123457,5\nJ. M.,+237 677 12 34 56,5\n");
    assert.match(
      await kolo("bulk", "send", path, "--dry-run"),
      /line 5: the same number or account and the same amount as line 2/,
    );
  });
});
