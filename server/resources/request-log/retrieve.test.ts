import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { linkMerchants } from "#resources/merchants/merchant-links.ts";
import { FULL_LINK_GRANT } from "#testing/link-grants.ts";
import { transfer_order } from "#testing/orders.ts";
import { createTestUser, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant, type TestResponse } from "#testing/world.ts";
import { requestLogRetention } from "./retention.ts";

const world = await startTestWorld();
const shop = await world.merchant({ name: "Chez Jeanne" });
const other = await world.merchant({ name: "Elsewhere" });
const developer = await createTestUser(world, shop.id, "developer");
await developer.signIn();
const GIVE_UP_MS = 20_000;

function idOf(answer: TestResponse): string {
  const id = answer.headers.get("request-id");
  assert.ok(id);
  return id;
}

/** Waits until a request is in the log, and returns the logged request. */
async function logged(id: string, as: TestUser = developer, merchant: TestMerchant = shop) {
  const give_up_at = Date.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await as.send("GET", `/merchants/${merchant.id}/test/requests/${id}`);
    if (answer.status === 200) return answer.body.request;
    assert.ok(Date.now() < give_up_at, answer.text);
    await sleep(100);
  }
}

const list = async (query = "") => (await developer.send("GET", `/merchants/${shop.id}/test/requests${query}`)).body;

describe("an API key's request", () => {
  it("is found by the id of its response, and its path masks the number in it", async () => {
    const answer = await shop.get("/transfers/677123456?currency=XAF");
    const { created_at, duration_ms, key, key_hint, ...rest } = await logged(idOf(answer));
    assert.deepEqual(rest, {
      ...{ id: idOf(answer), method: "GET", route: "/transfers/{reference}", path: "/transfers/…456", status: 404 },
      ...{ error: "not_found", message: answer.body.message, fields: null, address: "127.0.0.1" },
      answer: answer.body,
      ...{ key_name: "test", acted_for: null, left_out: 0 },
    });
    assert.match(key, /^key_/);
    assert.equal(key_hint, shop.public_key.slice(-4));
    assert.ok(duration_ms > 0 && Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
  });

  it("is logged without the body, the query and the keys", async () => {
    const words = ["Nadia-of-the-body", "salary-of-the-body", "677998877"];
    const body = { ...transfer_order, description: words[1], beneficiary_data: { name: words[0], phone: words[2] } };
    const made = await shop.post(`/transfers?note=${words[0]}`, body);
    assert.equal(made.status, 201, made.text);
    await logged(idOf(made));
    const rows = JSON.stringify(await world.rows("select * from request_log"), (_name, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const secret of [...words, shop.public_key, shop.private_key]) assert.ok(!rows.includes(secret), secret);
  });

  it("is logged without keys, tokens and account numbers in its path, escaped or not", async () => {
    const account = "10005000010123456789012";
    const token = `aB3${shop.private_key.slice(-40)}Zz9`;
    const paths = [shop.private_key, shop.public_key.replaceAll("_", "%5F"), token, account];
    const answers = await Promise.all(paths.map((part) => shop.get(`/transfers/${part}`)));
    for (const answer of answers) {
      const { path } = await logged(idOf(answer));
      for (const secret of [shop.private_key, shop.public_key, token])
        assert.ok(!path.includes(secret.slice(10, 30)), path);
      assert.doesNotMatch(path, /\d{6}/);
    }
  });

  it("has the reason of a refusal: the fields, the grant, the address, X-Sync", async () => {
    const invalid = await shop.post("/transfers", { amount: 0, currency: "XAF" });
    const refused = await Promise.all(
      (
        [
          [{ "x-grant": "" }, 403, "forbidden"],
          [{ "x-sync": other.id }, 404, "not_found"],
        ] as const
      ).map(async ([headers, status, error]) => ({
        ...{ status, error },
        answer: await shop.send("GET", "/balance", undefined, headers),
      })),
    );
    const wrong = await logged(idOf(invalid));
    assert.equal(wrong.status, 400);
    assert.match(wrong.fields, /\bamount\b/);
    assert.equal(wrong.answer.reason, "invalid_request");
    assert.equal(wrong.answer.field_reasons.amount[0].reason, "too_small");
    assert.deepEqual(Object.keys(wrong.answer.errors).sort(), Object.keys(wrong.answer.field_reasons).sort());
    for (const { answer, status, error } of refused) {
      const { status: logged_status, error: kind, message } = await logged(idOf(answer));
      assert.deepEqual([logged_status, kind, message], [status, error, answer.body.message]);
    }
  });

  it("that is refused has the answer in short, without the numbers and keys that it repeats", async () => {
    const reference = "237677998877";
    const order = { ...transfer_order, amount: 1, reference };
    assert.equal((await shop.post("/transfers", order)).status, 201);
    const taken = await shop.post("/transfers", order);
    assert.deepEqual(taken.body.reason_params, { reference });
    const transfers = Array.from({ length: 30 }, () => ({ ...order, amount: 0, [shop.private_key]: "x" }));
    const bulk = await shop.post("/transfers/bulk", { currency: "XAF", transfers });
    const { answer } = await logged(idOf(taken));
    assert.deepEqual(
      [answer.code, answer.reason, answer.reason_params],
      [409, "reference_taken", { reference: "…877" }],
    );
    const many = await logged(idOf(bulk));
    assert.equal(Object.keys(many.answer.errors).length, 10);
    for (const errors of Object.values(many.answer.field_reasons)) assert.equal([errors].flat().length, 1);
    assert.ok(!JSON.stringify(many).includes(shop.private_key.slice(10, 30)));
  });

  it("that acts for a linked merchant is in the log of the key's own merchant", async () => {
    await world.db.engine((tx) => linkMerchants(tx, other.id, shop.id, FULL_LINK_GRANT, "test"));
    await sleep(1_000);
    const answer = await other.send("GET", "/balance", undefined, { "x-sync": shop.id });
    assert.equal(answer.status, 200, answer.text);
    const theirs = await createTestUser(world, other.id, "owner");
    await theirs.signIn();
    assert.equal((await logged(idOf(answer), theirs, other)).acted_for, shop.id);
    assert.equal((await developer.send("GET", `/merchants/${shop.id}/test/requests/${idOf(answer)}`)).status, 404);
  });
});

describe("the list", () => {
  it("is filtered by status, method, path, key, day and id, and continues after an id", async () => {
    const [first, second] = [await shop.get("/channels"), await shop.get("/customers/never-was")];
    await logged(idOf(second));
    await logged(idOf(first));
    const ids = (answer: { items: readonly { id: string }[] }) => answer.items.map(({ id }) => id);
    assert.ok(ids(await list("?status=4xx")).includes(idOf(second)));
    assert.ok(!ids(await list("?status=4xx")).includes(idOf(first)));
    assert.ok((await list("?method=POST")).items.every(({ method }: { method: string }) => method === "POST"));
    assert.deepEqual(ids(await list("?search=CUSTOMERS")), [idOf(second)]);
    assert.deepEqual(ids(await list(`?search=${idOf(first)}`)), [idOf(first)]);
    const all = await list();
    const { key } = all.items[0];
    assert.equal((await list(`?key=${key}`)).items.length, all.items.length);
    assert.deepEqual((await list("?key=key_none")).items, []);
    assert.deepEqual((await list("?date_end=2020-01-01")).items, []);
    assert.deepEqual(ids(await list(`?before=${all.items[1].id}`)), ids(all).slice(2));
    assert.equal(all.has_more, false);
  });

  it("400: an invalid status or day", async () => {
    for (const query of ["?status=3xx", "?date_start=2026-02-30", "?method=PATCH"]) {
      const answer = await developer.send("GET", `/merchants/${shop.id}/test/requests${query}`);
      assert.equal(answer.status, 400, query);
    }
  });

  it("404, 403: a stranger, the other environment and a viewer", async () => {
    const id = idOf(await shop.get("/channels"));
    await logged(id);
    const stranger = await createTestUser(world, other.id, "owner");
    await stranger.signIn();
    assert.equal((await stranger.send("GET", `/merchants/${other.id}/test/requests/${id}`)).status, 404);
    assert.equal((await stranger.send("GET", `/merchants/${shop.id}/test/requests/${id}`)).status, 404);
    await developer.enrollSecondFactor();
    assert.equal((await developer.send("GET", `/merchants/${shop.id}/live/requests/${id}`)).status, 404);
    assert.deepEqual((await developer.send("GET", `/merchants/${shop.id}/live/requests`)).body.items, []);
    const viewer = await createTestUser(world, shop.id, "viewer");
    await viewer.signIn();
    assert.equal((await viewer.send("GET", `/merchants/${shop.id}/test/requests`)).status, 403);
  });
});

it("retention deletes old requests and those beyond a merchant's limit, in batches", async () => {
  const count = async (merchant: TestMerchant) =>
    Number((await world.rows(`select count(*) as n from request_log where merchant = '${merchant.id}'`))[0]?.n);
  await Promise.all([other.get("/channels"), other.get("/channels")]);
  while ((await count(other)) < 3) await sleep(100);
  assert.ok((await count(shop)) > 5);
  const runRetention = requestLogRetention({ days: 1, rows: 2 });
  while (await world.db.engine(runRetention));
  assert.deepEqual([await count(shop), await count(other)], [2, 2]);
  world.db.advanceClock(3 * 86_400_000);
  while (await world.db.engine(runRetention));
  assert.deepEqual([await count(shop), await count(other)], [0, 0]);
});
