import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

const ESCAPE = { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 };
const ENTER = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };

describe("confirmation of removals", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld({ works: false });
  const shop = await world.merchant({ name: "Chez Jeanne" });
  const at = (page: string) => `${world.url}/dashboard/test/${shop.id}${page}`;

  /** Returns the accessible name or the text of the focused element. */
  const focused = (page: Page): Promise<unknown> =>
    page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent");

  it("is asked for once, also by keyboard; the focus then returns to its element or to a heading", async () => {
    const visitor = await openSignedIn(world, await createTestUser(world, shop.id, "developer"));
    const { page } = visitor;
    await page.goto(at("/developers"));
    const list = page.locator("section[aria-labelledby=addresses]");
    await list.getByLabel("Address or range").fill("203.0.113.0/24");
    await list.getByRole("button", { name: "Add", exact: true }).click();
    const remove = list.getByRole("button", { name: "Remove 203.0.113.0/24" });
    await remove.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Remove this address?" });
    await dialog.getByText("203.0.113.0/24").waitFor();
    await visitor.inspect();
    assert.equal(await focused(page), "Keep it");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await focused(page), "Remove 203.0.113.0/24");
    for (const way of ["Keep it", "Close"]) {
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: way }).click();
      await dialog.waitFor({ state: "detached" });
      assert.equal(await focused(page), "Remove 203.0.113.0/24");
    }
    // Sends the keys through one session without waiting for results, to test reopening immediately after closing.
    const keys = await visitor.context.newCDPSession(page);
    await page.keyboard.press("Enter");
    for (let time = 0; time < 20; time += 1) {
      await Promise.all([
        keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...ESCAPE }),
        keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...ESCAPE }),
        keys.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...ENTER }),
        keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...ENTER }),
      ]);
      await dialog.getByRole("button", { name: "Keep it" }).waitFor({ timeout: 5_000 });
    }
    await dialog.getByRole("button", { name: "Remove", exact: true }).press("Enter");
    await remove.waitFor({ state: "detached" });
    await page.locator("h2:focus", { hasText: "Addresses that may start transfers" }).waitFor();
    assert.deepEqual(visitor.page_errors, []);
    await visitor.close();
  });

  it("a role change, a removal and a withdrawn invitation each need a confirmation", async () => {
    const person = await createTestUser(world, shop.id, "owner");
    const other = await createTestUser(world, shop.id, "finance");
    await person.enrollSecondFactor();
    await person.send("POST", `/merchants/${shop.id}/people`, { email: "new@example.cm", role: "viewer" });
    const visitor = await openSignedIn(world, person, "fr", 360);
    const { page } = visitor;
    await page.goto(at("/people"));
    const row = page.locator("tr", { hasText: other.email });
    const role = row.getByRole("combobox");
    const [dialog, keep] = [page.getByRole("dialog"), page.getByRole("button", { name: "Garder" })];
    await role.selectOption("viewer");
    await dialog.getByText("Lecteur : consulte sans rien modifier").waitFor();
    await visitor.inspect();
    await page.getByRole("button", { name: "Garder le rôle" }).click();
    assert.equal(await role.inputValue(), "finance");
    await role.selectOption("viewer");
    await dialog.getByRole("button", { name: "Changer le rôle" }).click();
    await row.locator("option[value=viewer]:checked").waitFor({ state: "attached" });
    await row.getByRole("button").click();
    await keep.click();
    await row.getByRole("button").click();
    await dialog.getByRole("button", { name: "Retirer" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Retirer new@example.cm" }).click();
    await dialog.getByRole("button", { name: "Retirer" }).click();
    await page.locator("li", { hasText: "new@example.cm" }).waitFor({ state: "detached" });
    await page.locator("h1:focus", { hasText: "Équipe" }).waitFor();
    await visitor.close();
  });
});
