import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { rolldown } from "rolldown";
import { createTestUser, currentTotpCode } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn, openVisitor, startShop } from "./visitor.ts";

/** The SDK as one script for a page. It is bundled for browsers: a module of Node in it would fail. */
async function bundleSdk(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, "../../sdk/src/index.ts"), platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", name: "Sdk" });
  await bundle.close();
  return output[0].code;
}

describe("the developers' pages", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();
  const shop = await world.merchant({ name: "Chez Jeanne" });
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;
  const developer = await createTestUser(world, shop.id, "developer");

  it("the request log finds a request by path and status, and shows its details", async () => {
    const visitor = await openSignedIn(world, developer, "fr", 360);
    const { page } = visitor;
    await shop.get("/channels");
    const refused = await shop.post("/transfers", { amount: 0 });
    const id = refused.headers.get("request-id") ?? "";
    await page.goto(at("/developers"));
    await page.getByRole("link", { name: "POST /transfers" }).waitFor();
    await page.getByRole("link", { name: "Toutes les requêtes" }).click();
    await visitor.waitForHeading("Journal des requêtes");
    await page.getByRole("link", { name: "GET /channels" }).waitFor();
    await visitor.inspect();
    await page.getByLabel("Réponse").selectOption("4xx");
    await page.getByRole("link", { name: "GET /channels" }).waitFor({ state: "detached" });
    assert.match(page.url(), /status=4xx/);
    await page.getByRole("link", { name: "Effacer les filtres" }).click();
    await page.getByRole("searchbox").fill(id);
    await page.getByRole("link", { name: "GET /channels" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "POST /transfers" }).click();
    await visitor.waitForHeading("POST /transfers");
    await page.getByText(id, { exact: true }).waitFor();
    assert.match((await page.locator(".facts").textContent()) ?? "", /amount/);
    await visitor.inspect();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("an open request log shows new requests; older ones are on the next page", async () => {
    const visitor = await openSignedIn(world, developer);
    const { page } = visitor;
    for (let number = 0; number < 60; number += 1) await shop.get(`/customers/never-${number}`);
    await page.goto(at("/developers/requests"));
    await page.getByRole("link", { name: "/customers/never-59" }).waitFor();
    await shop.get("/customers/the-next");
    await page.getByRole("link", { name: "/customers/the-next" }).waitFor({ timeout: 15_000 });
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByRole("link", { name: /\/customers\/never-5$/ }).waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "To the newest" }).click();
    await page.getByRole("link", { name: "/customers/the-next" }).waitFor();
    await visitor.close();
  });

  it("a key restricted to some rights and one address is created, listed and changed", async () => {
    const visitor = await openSignedIn(world, developer, "fr", 360);
    const { page } = visitor;
    await page.goto(at("/developers"));
    await page.getByRole("button", { name: "Créer des clés" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("À quoi elles servent").fill("Paie");
    await dialog.getByLabel("Ce que permet la clé privée").selectOption("chosen");
    await dialog.getByRole("button", { name: "Créer des clés" }).click();
    await dialog.getByText("Choisissez au moins une chose qu’elle permet.").waitFor();
    await dialog.getByLabel("Transferts envoyer, annuler").check();
    await dialog.getByLabel("Solde voir").check();
    await dialog.getByLabel("Seulement depuis ces adresses").fill("203.0.113.7, 10.0");
    await dialog.getByRole("button", { name: "Créer des clés" }).click();
    await dialog.locator(".field-error", { hasText: "et non 10.0" }).waitFor();
    await visitor.inspect();
    await dialog.getByLabel("Seulement depuis ces adresses").fill("203.0.113.7");
    await dialog.getByRole("button", { name: "Créer des clés" }).click();
    await page.getByText("Transferts\u00a0: envoyer, annuler · Solde\u00a0: voir · depuis\u00a0203.0.113.7").waitFor();
    const [, text] = await page.locator(".notice code").allTextContents();
    const requested = await shop.send("GET", "/transfers", undefined, { "x-grant": text ?? "" });
    assert.deepEqual([requested.status, requested.body.reason], [403, "right_missing"]);
    await visitor.inspect();

    await page.getByRole("button", { name: "Modifier Paie" }).click();
    assert.ok(await dialog.getByLabel("Solde voir").isChecked());
    await dialog.getByLabel("Solde voir").uncheck();
    await dialog.getByLabel("Seulement depuis ces adresses").fill("");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await page.getByText("Transferts\u00a0: envoyer, annuler", { exact: true }).waitFor();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a publishable key works with the SDK on the pages of its list alone, until its list changes", async () => {
    const [own, other] = [await startShop(), await startShop()];
    const visitor = await openSignedIn(world, developer, "fr", 360);
    const { page } = visitor;
    await page.goto(at("/developers"));
    await page.getByRole("button", { name: "Créer des clés" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("À quoi elles servent").fill("Boutique");
    await dialog.getByLabel("Quelles clés").selectOption("publishable");
    await dialog.getByLabel("Pages et applications").fill(`${own.url}/panier`);
    await dialog.getByRole("button", { name: "Créer des clés" }).click();
    await dialog.locator(".field-error", { hasText: "Saisissez une origine" }).waitFor();
    await visitor.inspect();
    await dialog.getByLabel("Pages et applications").fill(`${own.url} com.example.boutique://`);
    await dialog.getByRole("button", { name: "Créer des clés" }).click();
    await page.getByText("Crée des paiements et les suit · depuis").waitFor();
    await visitor.inspect();
    const [publishable_key = ""] = await page.locator(".notice code").allTextContents();
    assert.match(publishable_key, /^test_pub_/);

    const payer = await openVisitor("en");
    const sdk = await bundleSdk();
    const payOn = async (shop_url: string): Promise<string> => {
      await payer.page.goto(shop_url);
      await payer.page.addScriptTag({ content: sdk });
      const options = JSON.stringify({ url: world.url, publishable_key, patience_ms: 0 });
      return payer.page.evaluate<string>(`(async () => {
        const kolo = new Sdk.PublishableKolo(${options});
        try {
          const { transaction, follow_token } = await kolo.create({ amount: 500, currency: "XAF", phone: "677000000" });
          const followed = await kolo.retrieve({ reference: transaction.reference, follow_token });
          return followed.id === transaction.id ? followed.status : "another payment";
        } catch (error) {
          return error.reason ?? String(error);
        }
      })()`);
    };
    assert.equal(await payOn(own.url), "pending");
    assert.equal(await payOn(other.url), "key_origin_not_allowed");
    // Pages of any origin cannot read the answer to a server's key.
    const by_server_key = `fetch(${JSON.stringify(`${world.url}/payments`)}, {
      headers: { authorization: ${JSON.stringify(shop.public_key)} },
    }).then(() => "read", () => "not read")`;
    assert.equal(await payer.page.evaluate(by_server_key), "not read");

    await page.getByRole("button", { name: "Modifier Boutique" }).click();
    await dialog.getByLabel("Pages et applications").fill(other.url);
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await page.getByText(`depuis\u00a0${other.url}`).waitFor();
    // A server may cache a key for a few seconds.
    const give_up_at = Date.now() + 30_000;
    while ((await payOn(other.url)) !== "pending") {
      assert.ok(Date.now() < give_up_at, "the new origin is allowed");
      await page.waitForTimeout(200);
    }
    assert.equal(await payOn(own.url), "key_origin_not_allowed");
    assert.deepEqual(visitor.page_errors, []);
    for (const one of [visitor, payer]) await one.close();
  });

  it("a key can expire on a day, which the list shows; a past day is refused at its field", async () => {
    const visitor = await openSignedIn(world, developer, "en", 1_280);
    const { page } = visitor;
    await page.goto(at("/developers"));
    await page.getByRole("button", { name: "Create keys" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What they are for").fill("Fair");
    await dialog.getByLabel("Ends on").fill("2020-01-31");
    await dialog.getByRole("button", { name: "Create keys" }).click();
    await dialog.locator(".field-error", { hasText: "Enter a day after today" }).waitFor();
    await visitor.inspect();
    await dialog.getByLabel("Ends on").fill("2099-01-31");
    await dialog.getByRole("button", { name: "Create keys" }).click();
    await page.getByText("ends\u00a0on\u00a0Jan 31, 2099").first().waitFor();
    assert.equal(await page.getByText("ends\u00a0on\u00a0Jan 31, 2099").count(), 2);
    await visitor.inspect();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("the rule that requires the private key is set and removed after a confirmation", async () => {
    const visitor = await openSignedIn(world, developer);
    const { page } = visitor;
    await page.goto(at("/developers"));
    for (const [button, message] of [
      ["Require it everywhere", "Each request takes the private key, too."],
      ["Let the public key open them", "Payments and customers open with the public key alone."],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await visitor.inspect();
      await page.getByRole("dialog").getByRole("button", { name: button }).click();
      await page.getByText(message).waitFor();
    }
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("the user's own IP address is added with one press, and the button disappears", async () => {
    const visitor = await openSignedIn(world, developer);
    const { page } = visitor;
    await page.goto(at("/developers"));
    await page.getByRole("button", { name: "Add my address, 127.0.0.1" }).click();
    await page.getByRole("button", { name: "Remove 127.0.0.1/32" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /Add my address/ }).count(), 0);
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("one step-up serves all requests that wait for it", async () => {
    const owner = await createTestUser(world, shop.id, "owner");
    const secret = await owner.enrollSecondFactor();
    world.db.advanceClock(60_000);
    const visitor = await openSignedIn(world, owner, "en", 1_280);
    const { page } = visitor;
    world.db.advanceClock(6 * 60_000);
    await page.goto(`${world.url}/dashboard/live/${shop.id}/developers`);
    const answers: number[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/addresses") && response.request().method() === "POST")
        answers.push(response.status());
    });
    const add = page.getByRole("button", { name: "Add my address, 127.0.0.1" });
    await add.waitFor();
    await page.evaluate("for (const _ of [1, 2]) document.querySelector('#addresses ~ .button').click()");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Remove 127.0.0.1/32" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.goto(at("/developers"));
    assert.deepEqual(answers.slice(0, 2), [403, 403]);
    assert.equal(answers.length, 4);
    await visitor.close();
  });

  it("a 401 for a request sent before the step-up does not sign the user out", async () => {
    const own = await world.merchant({ name: "Chez Paul" });
    const owner = await createTestUser(world, own.id, "owner");
    const secret = await owner.enrollSecondFactor();
    world.db.advanceClock(60_000);
    const visitor = await openSignedIn(world, owner, "en", 1_280);
    const { page, context } = visitor;
    world.db.advanceClock(6 * 60_000);
    await page.goto(`${world.url}/dashboard/live/${own.id}/developers`);
    const add = page.getByRole("button", { name: "Add my address, 127.0.0.1" });
    await add.waitFor();
    const before = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const late: number[] = [];
    await page.route("**/live/addresses", async (route) => {
      if (route.request().method() !== "GET" || late.length > 0) return route.fallback();
      const { status, body } = await withCookie(route.request().url(), before);
      late.push(status);
      return route.fulfill({ status, contentType: "application/json", body });
    });
    await add.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Code" }).fill(await currentTotpCode(world, secret));
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Remove 127.0.0.1/32" }).waitFor();
    assert.deepEqual(late, [401]);
    await visitor.close();
  });

  it("an owner links another business by its id, sees the link, and ends it", async () => {
    const agent = await world.merchant({ name: "Groupe Mballa" });
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.enrollSecondFactor();
    const visitor = await openSignedIn(world, owner, "fr", 360);
    const { page } = visitor;
    await page.goto(at("/connections"));
    await page.getByText("Personne d’autre n’agit pour cette entreprise.").waitFor();
    await page.getByText(shop.id, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Autoriser une entreprise" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Identifiant de l’autre entreprise").fill("mer_nobody");
    await dialog.getByRole("button", { name: "Autoriser une entreprise" }).click();
    await dialog.locator(".field-error").waitFor();
    await visitor.inspect();
    await dialog.getByLabel("Identifiant de l’autre entreprise").fill(agent.id);
    await dialog.getByRole("button", { name: "Autoriser une entreprise" }).click();
    await page.locator("td", { hasText: "Groupe Mballa" }).waitFor();
    await visitor.inspect();
    assert.equal((await agent.send("GET", "/balance", undefined, { "x-sync": shop.id })).status, 200);

    const theirs = await openSignedIn(world, await createTestUser(world, agent.id, "viewer"));
    await theirs.page.goto(`${world.url}/dashboard/test/${agent.id}/connections`);
    await theirs.page.getByText(`X-Sync: ${shop.id}`).waitFor();
    assert.equal(await theirs.page.getByRole("button", { name: /End/ }).count(), 0);
    await theirs.close();

    await page.getByRole("button", { name: "Mettre fin, Groupe Mballa" }).click();
    await visitor.inspect();
    await dialog.getByRole("button", { name: "Mettre fin" }).click();
    await page.getByText("Personne d’autre n’agit pour cette entreprise.").waitFor();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });
});

/** Returns the service's answer to a request with this cookie. */
async function withCookie(url: string, cookie: string): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(url, { headers: { cookie, "x-kolo-dashboard": "1" } });
  return { status: response.status, body: await response.text() };
}
