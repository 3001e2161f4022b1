import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ works: false });
const shop = await world.merchant();
const developer = await createTestUser(world, shop.id, "developer");
await developer.signIn();
const at = (path: string) => `/merchants/${shop.id}/test${path}`;
const target = { url: "https://shop.example.cm/hooks", events: ["customer.created"] };

const loggedEntries = () =>
  world.rows(`select action, subject, actor, before, after from audit_log where action ~ '^(webhook|delivery)'
  order by number`);

describe("a change of a webhook", () => {
  it("by a person is in the audit log with the actor, and without a secret", async () => {
    const { id } = (await developer.send("POST", at("/webhooks"), target)).body.data;
    const one = at(`/webhooks/${id}`);
    const send = async (method: string, path: string, body: unknown, status: number) => {
      const answer = await developer.send(method, `${one}${path}`, body);
      assert.equal(answer.status, status, `${path} ${answer.text}`);
      return answer.body;
    };
    await send("PUT", "", { url: "https://elsewhere.example.cm/", events: target.events }, 200);
    await send("POST", "/rotate", { overlap_hours: 24 }, 200);
    await send("POST", "/rotate/cancel", {}, 200);
    await send("POST", "/rotate", { overlap_hours: 1 }, 200);
    await send("POST", "/rotate/confirm", {}, 200);
    const { delivery } = await send("POST", "/test", {}, 202);
    await send("POST", `/deliveries/${delivery.id}/retry`, {}, 202);
    await send("POST", "/replay", { which: "all" }, 202);
    await send("DELETE", "", undefined, 200);
    const logged = await loggedEntries();
    assert.deepEqual(
      logged.map(({ action, subject, actor }) => [action, subject, actor]),
      [
        "webhook.created",
        "webhook.updated",
        "webhook.secret_rotated",
        "webhook.secret_canceled",
        "webhook.secret_rotated",
        "webhook.secret_confirmed",
        "delivery.retried",
        "webhook.replayed",
        "webhook.deleted",
      ].map((action) => [action, action.startsWith("delivery") ? delivery.id : id, `user:${developer.id}`]),
    );
    const [created, updated, rotated] = logged;
    assert.deepEqual([created?.before, logged.at(-1)?.after], [null, null]);
    assert.deepEqual(
      [updated?.before, updated?.after],
      [{ url: target.url }, { url: "https://elsewhere.example.cm/" }],
      "of an edit what it changed",
    );
    assert.deepEqual(rotated?.after, { overlap_hours: 24 });
    assert.ok(!JSON.stringify(logged).includes("whsec_"));
    await world.assertCleanAudit();
  });

  it("by a key is not logged; nor is a refused one", async () => {
    const before = (await loggedEntries()).length;
    const { id } = (await shop.post("/webhooks", target)).body.data;
    assert.equal((await shop.post(`/webhooks/${id}/rotate`, {})).status, 200);
    assert.equal((await developer.send("POST", at(`/webhooks/${id}/rotate`), {})).status, 409);
    assert.equal((await shop.send("DELETE", `/webhooks/${id}`)).status, 200);
    assert.equal((await loggedEntries()).length, before);
  });
});
