import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SPREADSHEET_FIXTURES } from "#server/testing/spreadsheet-fixtures.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("uploading a payment file", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const person = await createTestUser(world, shop.id, "finance");
  const file = (name: string, bytes: Uint8Array | string): string => {
    const path = join(tmpdir(), `kolo-upload-${process.pid}-${name}`);
    writeFileSync(path, bytes);
    return path;
  };

  it("shows the parsed rows by line and the repeated payees, and sends the remaining rows", async () => {
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard/test/${shop.id}/bulk/new`);
    const marks = SPREADSHEET_FIXTURES.find(({ name }) => name === "two marks of inches");
    await page.getByLabel("File").setInputFiles(file("marks.csv", marks?.bytes ?? ""));
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText(/^Line 2 has a quotation mark inside a cell/).waitFor();

    const rows = ["name,phone,amount", "Awa,677123456,500", "Paul,677123457,600", "A. D.,+237 677 12 34 56,500"];
    await page.getByLabel("File").setInputFiles(file("twice.csv", `\uFEFF${rows.join("\r\n")}`));
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("Line 4 pays the same as line 2").waitFor();
    await page.getByText("What was read: 3 rows").click();
    await page.getByRole("row", { name: /^4 A\. D\./ }).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Leave this row out" }).click();
    await page.getByRole("button", { name: "Send 2 transfers, XAF 1,100" }).waitFor();
    await visitor.close();
  });

  it("accepts a workbook, in French", async () => {
    const visitor = await openSignedIn(world, person, "fr");
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard/test/${shop.id}/bulk/new`);
    const book = SPREADSHEET_FIXTURES.find(({ name }) => name === "a workbook");
    await page.getByLabel("Fichier").setInputFiles(file("people.xlsx", book?.bytes ?? ""));
    await page.getByRole("button", { name: "Vérifier", exact: true }).click();
    await page.getByText("Ce qui a été lu\u00a0: une ligne").click();
    await page.getByRole("row", { name: /Étienne & fils/ }).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: /^Envoyer un transfert|^Envoyer/ }).click();
    await page.waitForURL(/\/bulk\/btr_/);
    await visitor.close();
  });
});
