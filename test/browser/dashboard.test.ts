import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { transfer_order } from "#server/testing/orders.ts";
import { createTestUser, currentTotpCode, PASSWORD, type TestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { bringSession, NO_BROWSER, openSignedIn, openVisitor, type Visitor } from "./visitor.ts";

// Compressed, from the sign-in form to the overview: pages, scripts, styles, fonts and data.
const FIRST_LOAD_BYTES = 180_000;
const NARROW = 360;
const WIDE = 1_280;

describe("the dashboard", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne", balance: 100_000n });
  const at = (environment: string, page: string) => `${world.url}/dashboard/${environment}/${shop.id}${page}`;

  async function signIn({ page }: Visitor, person: TestUser): Promise<void> {
    await page.goto(`${world.url}/dashboard`);
    await page.getByLabel(/e-mail/i).fill(person.email);
    await page.getByLabel(/^(Password|Mot de passe)$/).fill(PASSWORD);
    await page.getByRole("button", { name: /^(Sign in|Se connecter)$/ }).click();
  }

  it("sign-in refuses a wrong password and a wrong TOTP code with a message, and accepts the right ones", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const secret = await person.enrollSecondFactor();
    const visitor = await openVisitor("en");
    await visitor.page.goto(`${world.url}/dashboard`);
    await visitor.waitForHeading("Sign in");
    await visitor.inspect();
    await visitor.page.getByLabel("E-mail address").fill(person.email);
    await visitor.page.getByLabel("Password").fill("not the right one at all");
    await visitor.page.getByRole("button", { name: "Sign in" }).click();
    await visitor.page.getByText("The e-mail address or the password is not right").waitFor();
    assert.equal(await visitor.page.getByLabel("E-mail address").inputValue(), person.email);
    await visitor.page.getByLabel("Password").fill(PASSWORD);
    await visitor.page.getByRole("button", { name: "Sign in" }).click();
    await visitor.waitForHeading("Enter the code");
    await visitor.inspect();
    await visitor.page.getByRole("textbox", { name: "Code" }).fill("000000");
    await visitor.page.getByRole("button", { name: "Continue" }).click();
    await visitor.page.getByText("This code is not right, or was used before").waitFor();
    world.db.advanceClock(60_000);
    await visitor.page.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await visitor.page.getByRole("button", { name: "Continue" }).click();
    await visitor.waitForHeading("Overview");
    assert.match(visitor.page.url(), new RegExp(`/dashboard/test/${shop.id}$`));
    assert.equal(await visitor.page.title(), "Test · Overview · Kolo");
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("each role sees only the actions that it may use", async () => {
    const seen_requests: Record<string, readonly boolean[]> = {};
    const visitor = await openVisitor("en", WIDE);
    for (const role of ["owner", "developer", "finance", "support", "viewer"] as const) {
      const person = await createTestUser(world, shop.id, role);
      await person.signIn();
      await bringSession(visitor, world.url, person.cookie);
      await visitor.page.goto(at("test", ""));
      await visitor.waitForHeading("Overview");
      const navigation_links = [
        visitor.page.getByRole("link", { name: "Send a transfer" }),
        visitor.page.getByRole("link", { name: "Developers" }),
        visitor.page.getByRole("link", { name: "Audit log" }),
      ];
      seen_requests[role] = await Promise.all(navigation_links.map((way) => way.isVisible()));
    }
    await visitor.close();
    assert.deepEqual(seen_requests, {
      owner: [true, true, true],
      developer: [true, true, false],
      finance: [true, false, false],
      support: [false, false, false],
      viewer: [false, false, false],
    });
  });

  it("a transfer is checked with its fee and the remaining balance, sent once, and shown until it ends", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"), "fr", NARROW);
    const { page } = visitor;
    await page.goto(at("test", "/transfers/new"));
    await page.getByRole("button", { name: "Vérifier" }).click();
    await page.getByText("Ce champ est obligatoire").first().waitFor();
    await visitor.inspect();
    await page.getByLabel("Nom").fill("Awa Diallo");
    await page.getByLabel("Numéro").fill("6 77 12 34 56");
    await page.getByLabel("Montant").fill("12500");
    await page.getByRole("button", { name: "Vérifier" }).click();
    await page.getByText("Vérifiez avant l’envoi").waitFor();
    assert.match((await page.locator(".sums").innerText()).replace(/\s/g, " "), /Solde après 87 500 FCFA/);
    await visitor.inspect();
    const before = (await shop.get("/transfers")).body.totals;
    await page.getByRole("button", { name: /^Envoyer 12.500.FCFA$/ }).dblclick();
    await page.getByText("Réussi").first().waitFor({ timeout: 20_000 });
    assert.match(page.url(), /\/transfers\/trf_/);
    await visitor.inspect();
    assert.equal((await shop.get("/transfers")).body.totals, before + 1);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a spreadsheet with wrong rows shows their lines; a correct one is sent as a whole", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "finance"), "en", NARROW);
    const { page } = visitor;
    await page.goto(at("test", "/bulk/new"));
    const good = Array.from({ length: 20 }, (_, row) => `Person ${row},6771230${10 + row},${100 + row}`);
    const upload = async (rows: readonly string[]): Promise<void> => {
      const path = join(tmpdir(), `kolo-bulk-${process.pid}-${rows.length}.csv`);
      writeFileSync(path, ["name,phone,amount", ...rows].join("\n"));
      await page.getByLabel("File").setInputFiles(path);
      await page.getByRole("button", { name: "Check" }).click();
    };
    await upload([...good.slice(0, 2), "Wrong,12,500"]);
    await page.getByText("One row needs a correction.").waitFor();
    assert.match(await page.locator(".corrections").innerText(), /^Line 4 Wrong/);
    await visitor.inspect();
    await upload(good);
    await page.getByRole("button", { name: "Send 20 transfers, XAF 2,190" }).click();
    await page.waitForURL(/\/bulk\/btr_/);
    await visitor.inspect();
    assert.equal((await shop.get("/bulk-transfers")).body.totals, 1);
    await visitor.close();
  });

  it("test and live have different addresses, colours and data", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "viewer"));
    const { page } = visitor;
    await shop.post("/transfers", transfer_order);
    await page.goto(at("test", "/transfers"));
    await page.locator(".row-link").first().waitFor();
    await page.locator(".test-bar").waitFor();
    await page.keyboard.press("j");
    assert.equal(await page.evaluate("document.activeElement.className"), "row-link");
    const colour = () =>
      page.evaluate('getComputedStyle(document.querySelector(".switch [aria-current]")).backgroundColor');
    const amber = await colour();
    await page.getByRole("link", { name: "Live" }).click();
    await page.getByText("Nothing here yet").waitFor();
    assert.match(page.url(), /\/dashboard\/live\/.*\/transfers$/);
    assert.equal(await page.title(), "Transfers · Kolo");
    assert.equal(await page.locator(".test-bar").count(), 0);
    assert.notEqual(await colour(), amber);
    await visitor.inspect();
    await visitor.close();
  });

  it("the first load takes at most 180 kB", async () => {
    const visitor = await openVisitor("en");
    let bytes = 0;
    const types = new Set<string>();
    const client = await visitor.context.newCDPSession(visitor.page);
    await client.send("Network.enable");
    await client.send("Network.setCacheDisabled", { cacheDisabled: true });
    client.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    client.on("Network.responseReceived", ({ type }) => types.add(type));
    await signIn(visitor, await createTestUser(world, shop.id, "owner"));
    await visitor.waitForHeading("Overview");
    await visitor.page.waitForLoadState("networkidle");
    for (const type of ["Document", "Script", "Stylesheet", "Font", "Fetch"]) assert.ok(types.has(type), type);
    assert.ok(bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`);
    await client.detach();
    await visitor.close();
  });
});
