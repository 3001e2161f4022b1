import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { aPerson } from "#server/testing/people.ts";
import { aWorld } from "#server/testing/world.ts";
import { NO_BROWSER, signedIn } from "./visitor.ts";

describe("sending on a bad line", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await aWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const person = await aPerson(world, shop.id, "finance");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  it("a spreadsheet whose check gets no answer stays as it was, with what was corrected in it", async () => {
    const visitor = await signedIn(world, person);
    const { page, context } = visitor;
    await page.goto(at("/bulk/new"));
    const path = join(tmpdir(), `kolo-offline-${process.pid}.csv`);
    writeFileSync(path, ["name,phone,amount", "Awa,677123456,500", "Wrong,12,500", "Poor,677123457,x"].join("\n"));
    await page.getByLabel("File").setInputFiles(path);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("2 rows need a correction.").waitFor();
    const cells = page.locator(".corrections").getByRole("textbox");
    await cells.first().fill("677123458");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText(/^No connection/).waitFor();
    await page.getByText("2 rows need a correction.").waitFor();
    assert.equal(await cells.first().inputValue(), "677123458");
    await page.getByRole("button", { name: "Leave these 2 rows out" }).click();
    await page.getByText(/^No connection/).waitFor();
    await page.getByText("2 rows need a correction.").waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("One row needs a correction.").waitFor();
    assert.equal(await page.getByText(/^No connection/).count(), 0);
    await page.getByRole("button", { name: "Leave this row out" }).click();
    await page.getByText("One row is left out.").waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Put back" }).click();
    await page.getByText(/^No connection/).waitFor();
    await page.getByRole("button", { name: /^Send 2 transfers/ }).waitFor();
    await visitor.leave();
  });
});
