import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

const ROWS = 1_000;

describe(`a spreadsheet of ${ROWS} rows`, { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("shows each of six wrong rows by line, to correct or exclude; the rest is sent once and completes", async () => {
    const shop = await world.merchant({ name: "Chez Jeanne", balance: 10_000_000n });
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "owner"));
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard/test/${shop.id}/bulk/new`);
    const rows = Array.from(
      { length: ROWS },
      (_, row) => `Person ${row},677${String(100_000 + row)},${100 + (row % 9)}`,
    );
    const sumOf = (selected_rows: readonly string[]): number =>
      selected_rows.reduce((sum, row) => sum + Number(row.slice(row.lastIndexOf(",") + 1)), 0);
    // Some rows have invalid numbers, and some have ambiguous amounts. The service reports the malformed amounts first.
    const wrong = rows.map((row, index) => {
      if (index % (ROWS / 4) === 7) return row.replace(/,677/, ",12");
      return index % (ROWS / 2) === ROWS / 10 ? row.replace(/\d$/, "$&.50") : row;
    });
    const wrong_lines = wrong.flatMap((row, index) => (row === rows[index] ? [] : [index + 2]));
    const check = async (name: string, lines: readonly string[], heading = "name,phone,amount"): Promise<void> => {
      const path = join(tmpdir(), `kolo-${name}-${process.pid}.csv`);
      writeFileSync(path, [heading, ...lines].join("\n"));
      await page.getByLabel("File").setInputFiles(path);
      await page.getByRole("button", { name: "Check" }).click();
    };
    await check("unnamed", ["Awa Diallo,677123456,500"], "Who,Where to,How much");
    await page.getByText("Which column is what?").waitFor();
    for (const [name, column] of [
      ["Name", "Who"],
      ["Number", "Where to"],
      ["Amount", "How much"],
    ] as const) {
      await page.locator("fieldset").getByLabel(name).selectOption(column);
    }
    await visitor.inspect();
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("button", { name: /^Send one transfer, XAF 500/ }).waitFor();

    await check("wrong", wrong);
    await page.getByText("6 rows need a correction.").waitFor({ timeout: 60_000 });
    const lines = await page.locator(".corrections strong").allInnerTexts();
    assert.deepEqual(
      lines,
      wrong_lines.map((line) => `Line ${line}`),
    );
    const sums = await page.locator(".review .sums dd").allInnerTexts();
    assert.deepEqual(
      sums.map((text) => text.replace(/\s/g, " ")),
      [
        String(ROWS - 6),
        `XAF ${sumOf(rows.filter((_, index) => wrong[index] === rows[index])).toLocaleString("en")}`,
        "XAF 0",
        "XAF 10,000,000",
      ],
    );
    assert.equal(await page.getByRole("button", { name: /^Send/ }).count(), 0);
    await visitor.inspect();
    const field = (line: number) => page.locator(".corrections li", { hasText: `Line ${line}` }).getByRole("textbox");
    assert.equal(await field(9).inputValue(), "12100007");
    await field(9).fill("677100007");
    await field(wrong_lines[1] ?? 0).fill("101");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("4 rows need a correction.").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Leave these 4 rows out" }).click();
    await page.getByText("4 rows are left out.").waitFor({ timeout: 60_000 });
    await visitor.inspect();
    await page
      .getByRole("button", { name: new RegExp(`^Send ${ROWS - 4} transfers, XAF`) })
      .dblclick({ timeout: 60_000 });
    await page.waitForURL(/\/bulk\/btr_/, { timeout: 60_000 });
    const bar = page.getByRole("progressbar");
    await bar.waitFor();
    await page.getByText(`All ${ROWS - 4} have ended`).waitFor({ timeout: 120_000 });
    await visitor.inspect();
    const { items, totals } = (await shop.get("/bulk-transfers")).body;
    assert.deepEqual([totals, items[0].total_transfers, items[0].progress.complete], [1, ROWS - 4, ROWS - 4]);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });
});
