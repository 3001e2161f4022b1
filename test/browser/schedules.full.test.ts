import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { CLIPPED_TABLES, NO_BROWSER, openSignedIn } from "./visitor.ts";

const ZONE = "Africa/Douala";
const DAY_MS = 86_400_000;
const BALANCE = 1_000_000;

const TOMORROW = /^Scheduled for \w+, \w+ \d+, \d{4} at 9:15\sAM$/;

/** A day of the merchant's calendar, as `2027-03-31`. */
function dayFromNow(days: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(Date.now() + days * DAY_MS);
}

describe("payments at a later time", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: BigInt(BALANCE) });
  const person = await createTestUser(world, shop.id, "finance");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;
  const available = async (): Promise<number> => (await shop.balance()).available;

  async function chooseFile(page: Page, name: string): Promise<void> {
    const path = join(tmpdir(), `kolo-${name}-${process.pid}.csv`);
    const rows = ["Jane Mballa,677123456,75 000 FCFA,jan-1", "Paul Essono,699000111,60000,jan-2"];
    writeFileSync(path, ["name,phone,amount,reference", ...rows].join("\n"));
    await page.getByLabel(/^(File|Fichier)$/).setInputFiles(path);
    await page.getByRole("button", { name: /^(Check|Vérifier)$/ }).click();
  }

  async function fillTransfer(page: Page): Promise<void> {
    await page.goto(at("/transfers/new"));
    await page.getByLabel("Name").fill("Awa Diallo");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByLabel("Amount").fill("5000");
    await page.getByLabel("When", { exact: true }).selectOption("later");
  }

  it("a monthly payroll is created from a file, shows its next payments, is paused, resumed and deleted", async () => {
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page } = visitor;
    await page.goto(at("/schedules"));
    await page.getByRole("link", { name: "Create a schedule" }).first().click();
    await chooseFile(page, "payroll");
    const create = page.getByRole("button", { name: "Create the schedule" });
    await create.click();
    await page.getByText("This field is required").waitFor();
    await page.getByLabel("Name").fill("Salaries");
    // Ten days from now: the run is not created before the page shows the schedule.
    const day = Number(dayFromNow(10).slice(-2));
    await page.getByLabel("Day of the month").selectOption(String(day));
    await page.getByLabel(`Time (${ZONE})`).fill("10:30");
    await page.getByLabel("On a Saturday, a Sunday or a holiday").selectOption("none");
    await page.getByLabel("When each bulk transfer is created").selectOption("2");
    await page.getByLabel("When the money is reserved").selectOption("at_due");
    const due_times = page.locator(".due-times time");
    await due_times
      .filter({ hasText: new RegExp(`, \\w+ ${day}, \\d{4} at 10:30\\sAM$`) })
      .nth(2)
      .waitFor();
    const preview = await due_times.allInnerTexts();
    assert.equal(preview.length, 3);
    await visitor.inspect();
    await create.click();
    await visitor.waitForHeading("Salaries");
    const id = page.url().split("/").at(-1) ?? "";
    const { schedule } = (await shop.get(`/schedules/${id}`)).body;
    assert.deepEqual(
      [schedule.days, schedule.time, schedule.holiday_rule, schedule.days_ahead, schedule.reserve_funds],
      [[day], "10:30", "none", 2, "at_due"],
    );
    assert.deepEqual([schedule.total_amount, schedule.total_transfers], [135_000, 2]);
    await page.locator(".summary", { hasText: "Active" }).waitFor();
    const shown = await page.locator(".due-times time").allInnerTexts();
    assert.deepEqual(shown.slice(0, preview.length), preview);
    await page.getByRole("link", { name: "Paul Essono" }).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".summary", { hasText: "Paused" }).waitFor();
    await page.getByText("No payment is planned.").waitFor();
    assert.equal((await shop.get(`/schedules/${id}`)).body.schedule.status, "paused");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.locator(".summary", { hasText: "Active" }).waitFor();
    await page.getByRole("link", { name: "Schedules" }).first().click();
    await page.locator(".row-link", { hasText: "Salaries" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/schedules$/);
    assert.equal((await shop.get(`/schedules/${id}`)).status, 404);
    await visitor.close();
  });

  it("a run links to its bulk transfer, which can be repeated, and a failed one says why", async () => {
    const transfer = { channel: "cm.mobile", beneficiary_data: { name: "Jane Mballa", phone: "677123456" } };
    const daily = { currency: "XAF", frequency: "daily", time: "09:00" };
    const run = async (name: string, amounts: readonly number[]): Promise<string> => {
      const transfers = amounts.map((amount) => ({ ...transfer, amount }));
      const { body } = await shop.post("/schedules", { ...daily, name, transfers });
      await shop.post(`/schedules/${body.schedule.id}/run`);
      return body.schedule.id;
    };
    const [paid, poor] = [await run("Fuel", [1_000]), await run("Rent", [BALANCE / 2, BALANCE / 2 + 1])];
    const visitor = await openSignedIn(world, person, "fr", 360);
    const { page } = visitor;
    await page.goto(at(`/schedules/${poor}`));
    await page.getByText("Le solde ne couvrait pas la somme").waitFor();
    await page.getByText("Échoué").waitFor();
    assert.equal(await page.evaluate(CLIPPED_TABLES), 0);
    await page.goto(at(`/schedules/${paid}`));
    await page
      .locator("section", { hasText: "Paiements passés" })
      .getByRole("link", { name: "Transfert groupé" })
      .click();
    await page.waitForURL(/\/bulk\/btr_/);
    await page.getByText(/^Prévu pour le /).waitFor();
    await page.getByRole("link", { name: paid }).waitFor();
    await page.getByRole("link", { name: "Planifier à nouveau" }).click();
    await page.getByText(/1 personne · 1\s000\sFCFA/).waitFor();
    await page.getByLabel("Nom").fill("Carburant");
    await page.getByLabel("Fréquence").selectOption("weekly");
    await visitor.inspect();
    await page.getByRole("button", { name: "Créer la planification" }).click();
    await visitor.waitForHeading("Carburant");
    const { schedule } = (await shop.get(`/schedules/${page.url().split("/").at(-1)}`)).body;
    assert.deepEqual([schedule.frequency, schedule.days, schedule.total_amount], ["weekly", [5], 1_000]);
    await visitor.close();
  });

  it("a transfer for tomorrow shows its due time in the merchant's zone, holds its money, and is canceled", async () => {
    const before = await available();
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page } = visitor;
    await fillTransfer(page);
    await page.getByRole("button", { name: "Check" }).click();
    assert.equal(await page.getByText("This field is required").count(), 2);
    const day = page.getByLabel("Date", { exact: true });
    await day.fill(dayFromNow(-1));
    await page.getByLabel(`Time (${ZONE})`).fill("09:15");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Enter a moment in the future").waitFor();
    await day.fill(dayFromNow(1));
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText(TOMORROW).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Schedule XAF 5,000" }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    await page.getByText(TOMORROW).waitFor();
    const id = page.url().split("/").at(-1) ?? "";
    const { transfer } = (await shop.get(`/transfers/${id}`)).body;
    // Douala is an hour ahead of UTC.
    assert.equal(transfer.scheduled_at, `${dayFromNow(1)}T08:15:00.000000Z`);
    assert.equal(await available(), before - 5_000);
    await page.getByRole("button", { name: "Cancel this transfer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel this transfer" }).click();
    await page.locator(".summary", { hasText: "Canceled" }).waitFor();
    assert.equal(await available(), before);
    await visitor.close();
  });

  it("a bulk for tomorrow holds nothing before it is due if that was chosen, and is canceled as a whole", async () => {
    const before = await available();
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page } = visitor;
    await page.goto(at("/bulk/new"));
    await chooseFile(page, "later");
    await page.getByLabel("When", { exact: true }).selectOption("later");
    const send = page.getByRole("button", { name: /^Schedule 2 transfers/ });
    await send.click();
    assert.equal(await page.getByText("This field is required").count(), 2);
    await page.getByLabel("Date", { exact: true }).fill(dayFromNow(1));
    await page.getByLabel(`Time (${ZONE})`).fill("09:15");
    await page.getByLabel("When the money is reserved").selectOption("at_due");
    await visitor.inspect();
    await send.click();
    await page.waitForURL(/\/bulk\/btr_/);
    await page.getByText(TOMORROW).waitFor();
    assert.equal(await available(), before);
    await page.getByRole("button", { name: "Cancel this bulk transfer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel this bulk transfer" }).click();
    await page.locator(".summary", { hasText: "Canceled" }).waitFor();
    const id = page.url().split("/").at(-1) ?? "";
    const { bulk_transfer } = (await shop.get(`/transfers/bulk/${id}`)).body;
    assert.equal(bulk_transfer.progress.canceled, 2);
    assert.equal(await page.getByRole("button", { name: "Cancel this bulk transfer" }).count(), 0);
    await visitor.close();
  });
});
