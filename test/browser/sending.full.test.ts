import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { addFunds } from "#server/resources/balance/add-funds.ts";
import { transferOrderTo } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("the forms that send money", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
  const person = await createTestUser(world, shop.id, "finance");
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  it("a spreadsheet whose check gets no answer keeps its rows and corrections", async () => {
    const visitor = await openSignedIn(world, person);
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
    await visitor.close();
  });

  it("an amount with decimals in a currency without any stays, shows an error, and is not checked", async () => {
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page, posts } = visitor;
    await page.goto(at("/transfers/new"));
    const amount = page.getByLabel("Amount");
    await amount.fill("5000.00");
    await page.getByRole("alert").getByText("There are no cents in XAF: enter a whole amount").waitFor();
    assert.equal(await amount.inputValue(), "5000.00");
    await visitor.inspect();
    await page.getByLabel("Name").fill("Awa Diallo");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByRole("button", { name: "Check" }).click();
    assert.equal(await amount.evaluate("document.activeElement.name"), "amount");
    assert.ok(!posts.some((url) => url.endsWith("/check")));
    await amount.press("End");
    for (const key of ["Backspace", "Backspace", "Backspace"]) await page.keyboard.press(key);
    assert.equal(await amount.inputValue(), "5,000");
    assert.equal(await page.getByText("There are no cents").count(), 0);
    await page.keyboard.type("0");
    assert.equal(await amount.inputValue(), "50,000");
    await page.keyboard.press("Backspace");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Send XAF 5,000" }).waitFor();
    await visitor.close();
  });

  it("the buttons do not move while the account holder is looked up", async () => {
    for (const width of [360, 1_280]) {
      const visitor = await openSignedIn(world, person, "en", width);
      const { page } = visitor;
      await page.goto(at("/transfers/new"));
      await page.getByLabel("Name").fill("Awa Diallo");
      await page.getByRole("textbox", { name: "Number" }).fill("677123456");
      await page.getByLabel("Amount").fill(String(width));
      const answered = Promise.withResolvers<void>();
      await page.route("**/transfers/lookup", async (route) => {
        await answered.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByText(/^Looking up the account holder/).waitFor();
      await page.getByRole("button", { name: /^Send XAF/ }).hover();
      await page.mouse.down();
      answered.resolve();
      await page.getByText(/^The network gives/).waitFor();
      await page.mouse.up();
      await page.waitForURL(/\/transfers\/trf_/);
      await visitor.close();
    }
  });

  it("a channel that cannot be used is reported at its field", async () => {
    const live = await world.merchant({ name: "Chez Jeanne", environment: "live", balance: 1_000_000n });
    const owner = await createTestUser(world, live.id, "finance");
    await owner.enrollSecondFactor();
    const visitor = await openSignedIn(world, owner);
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard/live/${live.id}/transfers/new`);
    await page.getByLabel("Name", { exact: true }).fill("Awa Ngono");
    await page.getByLabel("Number", { exact: true }).fill("677123456");
    await page.getByLabel("Amount", { exact: true }).fill("500");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const channel = page.getByLabel("Payment method");
    await page.locator("select[name=channel][aria-invalid=true]").waitFor();
    const error = await channel.getAttribute("aria-describedby");
    assert.match(await page.locator(`#${error}`).innerText(), /is not connected here$/);
    await visitor.inspect();
    await visitor.close();
  });

  it("a bulk is sent through the displayed channel, and choosing another one checks it again", async () => {
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at("/bulk/new"));
    const path = join(tmpdir(), `kolo-channel-${process.pid}.csv`);
    writeFileSync(path, "name,phone,amount\nAwa,677123456,500");
    await page.getByLabel("File").setInputFiles(path);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const send = page.getByRole("button", { name: /^Send one transfer/ });
    await send.waitFor();
    await page.getByLabel("Payment method").selectOption("cm.mtn");
    await send.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await send.click();
    await page.waitForURL(/\/bulk\/btr_/);
    const id = page.url().split("/").at(-1) ?? "";
    const { body } = await shop.get(`/transfers/bulk/${id}?transfers=1`);
    assert.equal(body.bulk_transfer.transfers[0].channel, "cm.mtn");
    await visitor.close();
  });

  it("a failed transfer says that its money is back, and is sent again with another number", async () => {
    const order = { ...transferOrderTo("000001"), amount: 2_500, description: "March" };
    const { id } = (await shop.post("/transfers", order)).body.transfer;
    await world.waitUntilIdle();
    const visitor = await openSignedIn(world, person, "en", 360);
    const { page } = visitor;
    await page.goto(at(`/transfers/${id}`));
    await page.getByText("XAF 2,500 is back in your balance.").waitFor();
    await visitor.inspect();
    await page.getByRole("link", { name: "Send again" }).click();
    await visitor.waitForHeading("Send a transfer");
    assert.equal(await page.getByLabel("Name").inputValue(), "Jane");
    assert.equal(await page.getByLabel("Amount").inputValue(), "2,500");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Send XAF 2,500" }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    await page.getByText("Paid out").waitFor();
    const [sent] = (await shop.get("/transfers")).body.items;
    assert.deepEqual([sent.metadata, sent.description, sent.status], [{ repeats: id }, "March", "complete"]);
    await visitor.close();
  });

  it("a failed transfer is explained on its receiver's page, and sent again from there; a note stays", async () => {
    const payee = { name: "Awa Mballa", phone: "677000001", country: "CM", currency: "XAF", type: "mobile_money" };
    const { beneficiary } = (await shop.post("/beneficiaries", payee)).body;
    const order = { amount: 3_000, currency: "XAF", channel: "cm.mtn", beneficiary: beneficiary.id };
    const failed: string = (await shop.post("/transfers", { ...order, description: "April" })).body.transfer.id;
    await world.waitUntilIdle();
    for (const [language, width] of [
      ["fr", 360],
      ["en", 1_280],
    ] as const) {
      const visitor = await openSignedIn(world, person, language, width);
      await visitor.page.goto(at(`/beneficiaries/${beneficiary.id}`));
      await visitor.waitForHeading("Awa Mballa");
      await visitor.page.getByRole("link", { name: /^(Send again|Envoyer à nouveau)$/ }).waitFor();
      await visitor.inspect();
      await visitor.close();
    }
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at(`/beneficiaries/${beneficiary.id}`));
    await page.getByRole("button", { name: "Write a note" }).click();
    assert.equal(await page.evaluate("document.activeElement.name"), "text");
    await page.keyboard.type("Changed her number");
    await page.getByRole("button", { name: "Save the note" }).click();
    await page.locator(".party-note-text").getByText("Changed her number").waitFor();
    await page.getByText("The money is back in your balance.").waitFor();
    await page.getByRole("link", { name: "Send again" }).click();
    await visitor.waitForHeading("Send a transfer");
    await page.getByRole("textbox", { name: "Number" }).fill("677123456");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Send XAF 3,000" }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    const [sent] = (await shop.get("/transfers")).body.items;
    assert.deepEqual([sent.metadata, sent.description], [{ repeats: failed }, "April"]);
    await visitor.close();
  });

  it("a failed transfer in another currency than the business's is sent again in that currency", async () => {
    const scope = { merchant: shop.id, environment: "test" } as const;
    await world.db.engine((tx) => addFunds(tx, { scope, currency: "GHS", amount: 10_000n, note: null }, "test"));
    const payee = { name: "Kofi", phone: "+233244000001" };
    const order = { amount: 2_550, currency: "GHS", channel: "gh.mtn", beneficiary_data: payee };
    const made = await shop.post("/transfers", order);
    assert.equal(made.status, 201, made.text);
    await world.waitUntilIdle();
    const visitor = await openSignedIn(world, person);
    const { page } = visitor;
    await page.goto(at(`/transfers/new?again=${made.body.transfer.id}`));
    await visitor.waitForHeading("Send a transfer");
    assert.equal(await page.getByLabel("Amount").inputValue(), "25.50");
    await page.getByRole("textbox", { name: "Number" }).fill("+233244123456");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Send GHS 25.50" }).waitFor();
    await visitor.close();
  });

  it("two customers that are one are merged: both are shown, and the other's page leads to the kept one", async () => {
    const post = async (fields: object): Promise<string> => (await shop.post("/customers", fields)).body.customer.id;
    const kept = await post({ name: "Ama Owusu", email: "ama@example.cm" });
    const merged = await post({ name: "Ama O.", phone: "677555666" });
    await shop.post("/payments", { amount: 500, currency: "XAF", customer: merged, description: "Two loaves" });
    for (const [language, width] of [
      ["fr", 360],
      ["en", 1_280],
    ] as const) {
      const visitor = await openSignedIn(world, person, language, width);
      const { page } = visitor;
      await page.goto(at(`/customers/${kept}`));
      await page.getByRole("button", { name: /^(Merge with another|Fusionner avec un autre)$/ }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("677 555 666");
      await page.getByRole("dialog").getByRole("button", { name: "Ama O." }).click();
      await page.getByText(/^(This cannot be undone|Cette action est définitive)\.$/).waitFor();
      await visitor.inspect();
      if (language === "en") {
        await page.getByRole("button", { name: "Merge into Ama Owusu" }).click();
        await page.getByRole("heading", { name: "Merged into this person" }).waitFor();
        // A live update reloads the list, long before the slow poll of 20 seconds.
        await page.getByText("Two loaves").waitFor({ timeout: 10_000 });
        await page.goto(at(`/customers/${merged}`));
        await page.waitForURL(at(`/customers/${kept}`));
        await visitor.waitForHeading("Ama Owusu");
      }
      await visitor.close();
    }
    assert.equal((await shop.get(`/customers/${merged}`)).body.customer.id, kept);
  });
});
