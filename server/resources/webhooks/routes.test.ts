import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertRefused } from "#testing/orders.ts";
import { sharedTestWorld } from "#testing/world.ts";
import { WEBHOOKS_MAX } from "./rules.ts";

const world = await sharedTestWorld();
const hook = { url: "https://shop.example.cm/hooks", events: ["transfer.complete"] };

describe("/webhooks", () => {
  it("201: created active, with a secret that is shown once", async () => {
    const merchant = await world.merchant();
    const { status, body } = await merchant.post("/webhooks", { ...hook, description: "Shop" });
    assert.equal(status, 201);
    assert.deepEqual([body.code, body.status], [201, "Created"]);
    const { id, secret, created_at, updated_at, ...rest } = body.data;
    assert.match(id, /^whk_/);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(updated_at, created_at);
    const added = { in_order: false, rate_limit: null, concurrency: null, next_secret_from: null };
    const disabled = { disabled_reason: null, disabled_at: null };
    assert.deepEqual(rest, { ...hook, description: "Shop", active: true, ...added, ...disabled });
    const { health, ...data } = (await merchant.get(`/webhooks/${id}`)).body.data;
    assert.deepEqual(health, { state: "well", failing_since: null, paused_until: null });
    assert.equal("secret" in data, false);
    const list = (await merchant.get("/webhooks")).body;
    assert.deepEqual([list.totals, list.data], [1, [data]]);
    const [row] = await world.rows(`select secret from webhooks where id = '${id}'`);
    assert.doesNotMatch(String(row?.secret), /whsec/);
  });

  it("200: changed in the given fields, deleted", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/webhooks", hook)).body.data;
    const { body } = await merchant.send("PUT", `/webhooks/${id}`, {
      active: false,
      events: ["transfer.failed", "transfer.failed"],
    });
    assert.deepEqual([body.data.active, body.data.events, body.data.url], [false, ["transfer.failed"], hook.url]);
    const deleted = (await merchant.send("DELETE", `/webhooks/${id}`)).body;
    assert.deepEqual({ ...deleted, message: "" }, { code: 200, status: "OK", message: "" });
    assertRefused(await merchant.get(`/webhooks/${id}`), 404);
    assertRefused(await merchant.send("PUT", `/webhooks/${id}`, {}), 404);
    assertRefused(await merchant.send("DELETE", `/webhooks/${id}`), 404);
  });

  it("422: above the limit of one environment; a deleted webhook does not count", async () => {
    const merchant = await world.merchant();
    const responses = await Promise.all(
      Array.from({ length: WEBHOOKS_MAX + 10 }, () => merchant.post("/webhooks", hook)),
    );
    const made = responses.filter(({ status }) => status === 201);
    assert.equal(made.length, WEBHOOKS_MAX);
    const refused = await merchant.post("/webhooks", hook);
    assertRefused(refused, 422, "url");
    assert.equal(refused.body.field_reasons.url[0].reason, "too_many_webhooks");
    const live = await world.inEnvironment(merchant, "live");
    assert.equal((await live.post("/webhooks", hook)).status, 201);
    await merchant.send("DELETE", `/webhooks/${made[0]?.body.data.id}`);
    assert.equal((await merchant.post("/webhooks", hook)).status, 201);
    assertRefused(await merchant.post("/webhooks", hook), 422, "url");
  });

  it("400: without url or events, with an unknown event type, with an invalid URL", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.post("/webhooks", {}), 400, "url");
    assertRefused(await merchant.post("/webhooks", { ...hook, events: [] }), 400, "events");
    const unknown = await merchant.post("/webhooks", { ...hook, events: ["transfer.sended"] });
    assertRefused(unknown, 400, "events.0");
    assert.ok(unknown.body.field_reasons["events.0"][0].params.values.includes("transfer.created"));
    const { id } = (await merchant.post("/webhooks", hook)).body.data;
    for (const url of ["not a url", "ftp://shop.example.cm/", "https://a:b@shop.example.cm/"]) {
      assertRefused(await merchant.post("/webhooks", { ...hook, url }), 400, "url");
      assertRefused(await merchant.send("PUT", `/webhooks/${id}`, { url }), 400, "url");
    }
  });

  it("422: a target that is not on the public internet, at creation and at change", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/webhooks", hook)).body.data;
    for (const url of [
      ...[
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[fd00::1]/",
        "http://[::ffff:10.0.0.1]/",
      ],
      ...["http://0x0a000001/", "http://router/", "http://printer.local/"],
      ...["https://shop.example.cm:5432/", "http://shop.example.cm./"],
    ]) {
      assertRefused(await merchant.post("/webhooks", { ...hook, url }), 422, "url");
      assertRefused(await merchant.send("PUT", `/webhooks/${id}`, { url }), 422, "url");
    }
    assert.equal((await merchant.get("/webhooks")).body.totals, 1);
  });
});
