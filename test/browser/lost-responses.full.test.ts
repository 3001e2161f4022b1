import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";
import { NO_BROWSER, openSignedIn } from "./visitor.ts";

describe("an action whose answer is lost", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("shows that no key was revoked", async () => {
    const other = await world.merchant({ name: "Kiosque" });
    const visitor = await openSignedIn(world, await createTestUser(world, other.id, "developer"));
    const { page } = visitor;
    await page.goto(`${world.url}/dashboard/test/${other.id}/developers`);
    const revoke = page.getByRole("button", { name: "Revoke test" });
    await revoke.first().waitFor();
    await page.route("**/test/keys/*", (route) => route.abort());
    await revoke.first().click();
    const confirm_button = page.getByRole("dialog").getByRole("button", { name: "Revoke" });
    await confirm_button.click();
    await page.getByRole("alert").getByText("No connection. Try again in a moment.").waitFor();
    assert.equal(await revoke.count(), 2);
    await visitor.inspect();
    await page.unroute("**/test/keys/*");
    await confirm_button.click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await visitor.close();
  });
});
