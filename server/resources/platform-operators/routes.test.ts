import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#kernel/time.ts";
import { compareBalance, readLedgerTotals } from "#resources/reconciliation/compare-balance.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { createReviewCase, importSurplusStatement } from "#testing/review-cases.ts";
import { createTestUser, currentTotpCode, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestResponse } from "#testing/world.ts";
import { grantPlatformOperator, withdrawPlatformOperator } from "./grant.ts";
import { OPERATOR_PERMISSIONS } from "./rules.ts";
import { lockPlatformOperator } from "./store.ts";

// Requests every path of the platform operators' pages as each kind of forbidden and allowed visitor.

const world = await startTestWorld({ environment: { KOLO_REVIEW_DUAL_CONTROL: "yes" } });
const providers = await connectFakeNetworks(world);
const shop = await world.merchant({ name: "Chez Solange", environment: "live", balance: 50_000n });
const review_case = await createReviewCase(world, providers, shop);
const [account] = await world.rows("select id from provider_accounts where provider = 'mtn'");

async function anOperator(): Promise<TestUser> {
  const person = await createTestUser(world, shop.id, "viewer");
  await world.db.engine((tx) =>
    grantPlatformOperator(tx, { email: person.email, name: null, keeps_account: true }, "test"),
  );
  return person;
}

const owner = await createTestUser(world, shop.id, "owner");
const owner_secret = await owner.enrollSecondFactor();
const plain = await anOperator();
await plain.signIn();
const operator = await anOperator();
const secret = await operator.enrollSecondFactor();

async function prove(person: TestUser, of: string): Promise<void> {
  world.db.advanceClock(MINUTE_MS);
  const answer = await person.send("POST", "/me/proof", { code: await currentTotpCode(world, of) });
  assert.equal(answer.status, 200, answer.text);
}

const ask = (person: TestUser, method: string, path: string, body?: unknown, headers = {}): Promise<TestResponse> =>
  person.send(method, `/operator${path}`, body, headers);

const ANY = "never-was-such-a-thing";
const paths = Object.entries(OPERATOR_PERMISSIONS).map(([name, kind]) => {
  const [method = "", path = ""] = name.split(" ");
  const body = method === "GET" ? undefined : { as: "ignore", reason: "a test" };
  return { name, kind, method, body, path: path.replace(/\{\w+\}/g, ANY) };
});

it("no path is a platform operator's except those in the table", () => {
  const route_names = routesOf(world.app.server?.printRoutes({ commonPrefix: false }) ?? "");
  const named = route_names.filter((name) => name.includes("operator"));
  const inTable = paths.map(({ name }) => name.replace(" ", " /dashboard/api/operator").replace(/\{(\w+)\}/g, ":$1"));
  assert.deepEqual(named.sort(), [...inTable].sort());
});

/** Returns `GET /a/b` for each branch of a tree of routes, in Fastify's print format. */
function routesOf(tree: string): string[] {
  const parts: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, before = "", part = "", methods = ""] = /^(.*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? [];
    if (part === "") return [];
    const depth = before.length / 4;
    parts.splice(depth, parts.length, part);
    const path = parts.join("");
    return methods.split(", ").flatMap((method) => (method === "HEAD" ? [] : [`${method} ${path}`]));
  });
}

describe("a visitor without the right", () => {
  before(() => prove(owner, owner_secret));

  for (const { name, method, body, path } of paths) {
    it(`of ${name} is refused without a session, and finds nothing as a merchant's owner with every factor`, async () => {
      const nobody = await ask(owner, method, path, body, { cookie: "" });
      assert.equal(nobody.status, 401, nobody.text);
      const refused = await ask(owner, method, path, body);
      const nowhere = await ask(owner, method, "/never/was/such/a/path", body);
      assert.deepEqual([refused.status, refused.text], [404, nowhere.text]);
    });

    it(`of ${name} needs a second factor`, async () => {
      const answer = await ask(plain, method, path, body);
      assert.deepEqual([answer.status, Object.keys(answer.body.errors ?? {})], [403, ["second_factor"]], answer.text);
    });
  }
});

describe("a platform operator whose step-up is too old", () => {
  before(async () => {
    await prove(operator, secret);
    world.db.advanceClock(6 * MINUTE_MS);
  });

  for (const { name, kind, method, body, path } of paths) {
    it(`${kind === "act" ? "needs another for" : "may still"} ${name}`, async () => {
      const stale = await ask(operator, method, path, body);
      const is_refused = stale.status === 403 && "step_up" in stale.body.errors;
      assert.equal(is_refused, kind === "act", stale.text);
    });
  }
});

describe("a platform operator after a step-up", () => {
  before(() => prove(operator, secret));

  for (const { name, method, body, path } of paths) {
    it(`may ${name}`, async () => {
      const answer = await ask(operator, method, path, body);
      assert.ok(answer.status !== 403 && answer.status !== 401 && answer.status < 500, answer.text);
      assert.notEqual(answer.body.reason, "path_not_found");
    });

    if (method === "GET") continue;
    it(`is refused ${name} from another site's page, and without our page's header`, async () => {
      const foreign: readonly Readonly<Record<string, string>>[] = [
        { origin: "https://evil.example" },
        { origin: "" },
        { "x-kolo-dashboard": "" },
        { "sec-fetch-site": "cross-site" },
      ];
      for (const headers of foreign) {
        const answer = await ask(operator, method, path, body, headers);
        assert.deepEqual([answer.status, answer.body.reason], [403, "origin_not_allowed"]);
      }
    });
  }
});

describe("a platform operator's right", () => {
  it("opens nothing after its withdrawal, not even in an earlier session", async () => {
    const person = await anOperator();
    const own = await person.enrollSecondFactor();
    assert.equal((await ask(person, "GET", "/merchants")).status, 200);
    assert.equal((await person.send("GET", "/me")).body.me.is_operator, true);
    await world.db.engine((tx) => withdrawPlatformOperator(tx, person.email, "test"));
    assert.equal((await ask(person, "GET", "/merchants")).status, 404);
    await prove(person, own);
    const path = `/reviews/${review_case.review}/resolve`;
    assert.equal((await ask(person, "POST", path, { as: "failed", reason: "mine" })).status, 404);
    assert.equal((await person.send("GET", "/me")).body.me.is_operator, false);
    await assert.rejects(
      world.db.engine((tx) => withdrawPlatformOperator(tx, person.email, "test")),
      { kind: "not_found" },
    );
  });

  it("is withdrawn after the actions in flight, and no action begins later", async () => {
    const person = await anOperator();
    const order: string[] = [];
    let taking: Promise<unknown> = Promise.resolve();
    await world.db.engine(async (tx) => {
      assert.equal(await lockPlatformOperator(tx, person.id), true);
      taking = world.db
        .engine((other) => withdrawPlatformOperator(other, person.email, "test"))
        .then(() => order.push("taken away"));
      await sleep(200);
      order.push("decided");
    });
    await taking;
    assert.deepEqual(order, ["decided", "taken away"]);
    assert.equal(await world.db.engine((tx) => lockPlatformOperator(tx, person.id)), false);
  });

  it("ends with the removal of the second factor", async () => {
    const person = await anOperator();
    const own = await person.enrollSecondFactor();
    assert.equal((await ask(person, "GET", "/reviews")).status, 200);
    await prove(person, own);
    assert.equal((await person.send("DELETE", "/me/second-factor")).status, 200);
    assert.deepEqual(Object.keys((await ask(person, "GET", "/reviews")).body.errors), ["second_factor"]);
  });

  it("is granted to a new person by name, once, and every grant and withdrawal is logged", async () => {
    const grant = { email: "Anna@Example.cm", name: "Anna", keeps_account: false };
    await assert.rejects(
      world.db.engine((tx) => grantPlatformOperator(tx, { ...grant, name: null }, "operator:root")),
      { kind: "invalid" },
    );
    const {
      person,
      existing_account: existing,
      token,
    } = await world.db.engine((tx) => grantPlatformOperator(tx, grant, "operator:root"));
    assert.deepEqual([person.email, person.password, existing], ["anna@example.cm", null, null]);
    assert.ok(token);
    await assert.rejects(
      world.db.engine((tx) => grantPlatformOperator(tx, grant, "operator:root")),
      { kind: "conflict" },
    );
    await world.db.engine((tx) => withdrawPlatformOperator(tx, "anna@example.cm", "operator:root"));
    const { items } = (await ask(operator, "GET", "/audit-log")).body;
    const entries = items.filter((one: { subject: string }) => one.subject === person.id);
    assert.deepEqual(
      entries.map((one: { action: string; actor: string }) => [one.action, one.actor]),
      [
        ["operator.withdrawn", "operator:root"],
        ["person.reset_issued", "operator:root"],
        ["operator.granted", "operator:root"],
      ],
    );
    await world.assertCleanAudit();
    const { rows } = world;
    await assert.rejects(rows("update platform_operator_audit_log set actor = 'nobody'"), /permission denied/);
    await assert.rejects(rows("delete from platform_operator_audit_log"), /permission denied/);
  });
});

describe("granting the right to an existing account", () => {
  it("resets the account: earlier credentials and sessions are void, and only the link opens it", async () => {
    const stall = await world.merchant({ name: "A stall" });
    const squatter = await createTestUser(world, stall.id, "owner");
    const own = await squatter.enrollSecondFactor();
    const grant = { email: squatter.email, name: "Ama", keeps_account: false };
    const granted = await world.db.engine((tx) => grantPlatformOperator(tx, grant, "operator:root"));
    assert.deepEqual(granted.existing_account?.merchants, [{ name: "A stall", role: "owner" }]);
    assert.equal((await squatter.send("GET", "/me")).status, 401);
    assert.equal((await squatter.signIn()).status, 401);
    const password = "a door that only Ama opens";
    assert.equal((await squatter.send("POST", "/reset", { token: granted.token, password })).status, 200);
    assert.equal((await squatter.signIn(password)).body.awaits_code, false, "the factor of before is none any more");
    assert.equal(
      (await squatter.send("POST", "/sign-in/code", { code: await currentTotpCode(world, own) })).status,
      401,
    );
    assert.deepEqual(Object.keys((await ask(squatter, "GET", "/merchants")).body.errors), ["second_factor"]);
    const audit_log = await world.rows(
      `select action, after from platform_operator_audit_log where subject = '${squatter.id}' and action not like '%sign%' order by number`,
    );
    assert.deepEqual(
      audit_log.map(({ action }) => action),
      ["operator.granted", "person.reset_issued", "person.password_reset"],
    );
    assert.deepEqual(audit_log[0]?.after, { email: squatter.email, account: "begun anew" });
    await world.assertCleanAudit();
  });

  it("keeps the account when the granter has verified it", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.enrollSecondFactor();
    const grant = { email: person.email, name: null, keeps_account: true };
    const { token } = await world.db.engine((tx) => grantPlatformOperator(tx, grant, "operator:root"));
    assert.equal(token, null);
    assert.equal((await ask(person, "GET", "/merchants")).status, 200);
  });
});

describe("the list of all merchants", () => {
  it("is searched by name and address, and shows balances and movements", async () => {
    await world.merchant({ name: "Boulangerie du Marché" });
    const matches = (await ask(operator, "GET", "/merchants?search=solange&environment=live")).body;
    assert.equal(matches.totals, 1);
    const [one] = matches.items;
    assert.deepEqual([one.name, one.environments, one.reviews_open], ["Chez Solange", ["live"], 1]);
    assert.deepEqual(one.balances, [{ currency: "XAF", available: 49_000, reserved: 1_000 }]);
    const { merchant } = (await ask(operator, "GET", `/merchants/${shop.id}?environment=live`)).body;
    assert.deepEqual([merchant.reviews[0].id, merchant.people.length > 0], [review_case.review, true]);
    const { text } = await ask(operator, "GET", `/merchants/${shop.id}?environment=live`);
    assert.ok(!text.includes(shop.public_key) && !text.includes('"password":'));
    assert.equal((await ask(operator, "GET", "/merchants/mer_01jqk3v8q1e9fa4x2m7c5t0r6w")).status, 404);
    assert.equal((await ask(operator, "GET", "/merchants?environment=both")).status, 400);
  });

  it("has the figures of each merchant's own page", async () => {
    const [busy, calm] = [
      await world.merchant({ name: "Busy", balance: 20_000n }),
      await world.merchant({ name: "Busy not" }),
    ];
    // Two succeed and one fails: the sandbox refuses the last number.
    for (const digits of ["123456", "123457", "000001"]) await busy.post("/transfers", transferOrderTo(digits));
    await world.waitUntilIdle();
    await prove(operator, secret);
    const { body } = await ask(operator, "GET", "/merchants?environment=test&search=busy");
    const figures = new Map<string, Record<string, unknown>>(body.items.map((item: { id: string }) => [item.id, item]));
    const zero_totals = { count: 0, complete: 0, failed: 0, volume: 0 };
    assert.deepEqual(figures.get(busy.id)?.went_out, { count: 3, complete: 2, failed: 1, volume: 2_000 });
    assert.deepEqual(figures.get(busy.id)?.balances, [{ currency: "XAF", available: 18_000, reserved: 0 }]);
    assert.deepEqual([figures.get(calm.id)?.went_out, figures.get(calm.id)?.came_in], [zero_totals, zero_totals]);
    const one = (await ask(operator, "GET", `/merchants/${busy.id}?environment=test`)).body.merchant;
    assert.deepEqual(one.went_out, figures.get(busy.id)?.went_out);
    assert.equal(one.transfers[0]?.amount_complete, 2_000);
  });
});

describe("a review", () => {
  it("is shown with its details, and needs two platform operators; the merchant's log has both", async () => {
    const path = `/reviews/${review_case.review}`;
    const { review } = (await ask(operator, "GET", path)).body;
    assert.deepEqual(
      [review.kind, review.allowed, review.needs_two],
      ["no_answer", ["complete", "failed", "ask"], true],
    );
    assert.deepEqual(
      [review.amount, review.tried.receiver, review.merchant_name],
      [1_000, "+237677800001", "Chez Solange"],
    );
    assert.ok(review.timeline.steps.length > 3);
    await prove(operator, secret);
    const decision = { as: "failed", reason: "the portal does not know it" };
    for (const body of [
      { ...decision, reason: " " },
      { ...decision, as: "correct" },
      { ...decision, as: "maybe" },
      {},
    ]) {
      const refused = await ask(operator, "POST", `${path}/resolve`, body);
      assert.ok(refused.status === 400 || refused.status === 422, refused.text);
    }
    for (const _time of [1, 2]) {
      const first = await ask(operator, "POST", `${path}/resolve`, decision);
      assert.deepEqual(
        [first.status, first.body.review.state, first.body.review.is_own],
        [200, "open", true],
        first.text,
      );
    }
    assert.deepEqual(await shop.balance(), { available: 49_000, reserved: 1_000 });
    const second = await anOperator();
    await second.enrollSecondFactor();
    const proposed_review = (await ask(second, "GET", path)).body.review;
    assert.deepEqual(
      [proposed_review.proposed, proposed_review.proposed_by, proposed_review.is_own],
      ["failed", "Ama Test", false],
    );
    const last = await ask(second, "POST", `${path}/resolve`, decision);
    assert.deepEqual([last.status, last.body.review.state], [200, "resolved"], last.text);
    assert.deepEqual(await shop.balance(), { available: 50_000, reserved: 0 });
    assert.equal((await ask(second, "POST", `${path}/resolve`, decision)).status, 422);
    const audit_log = await world.rows(
      `select action, actor from audit_log where subject = '${review_case.review}' order by number`,
    );
    assert.deepEqual(audit_log, [
      { action: "review.proposed", actor: `operator:${operator.id}` },
      { action: "review.proposed", actor: `operator:${operator.id}` },
      { action: "review.resolved", actor: `operator:${second.id}` },
    ]);
    assert.deepEqual((await ask(operator, "GET", "/reviews")).body.items, []);
    assert.equal((await ask(operator, "GET", "/reviews?all=true")).body.items.length, 1);
    await world.assertCleanAudit();
  });
});

describe("a channel", () => {
  it("is paused with a reason that merchants can read, and resumed; both are logged", async () => {
    const path = `/channels/${account?.id}/cm.mtn`;
    await prove(operator, secret);
    assert.equal((await ask(operator, "POST", `${path}/pause`, { reason: "" })).status, 400);
    assert.equal(
      (await ask(operator, "POST", `/channels/${account?.id}/cm.orange/pause`, { reason: "x" })).status,
      422,
    );
    assert.equal((await ask(operator, "POST", `${path}/pause`, { reason: "MTN works on it" })).status, 200);
    const of = async () =>
      (await ask(operator, "GET", "/channels")).body.items
        .find((one: { id: string }) => one.id === account?.id)
        .channels.find((one: { channel: string }) => one.channel === "cm.mtn");
    assert.deepEqual([(await of()).status, (await of()).reason], ["paused", "MTN works on it"]);
    const channel = (await shop.get("/channels")).body.data.find((one: { id: string }) => one.id === "cm.mtn");
    assert.deepEqual([channel.health.status, channel.health.reason], ["paused", "MTN works on it"]);
    assert.equal((await ask(operator, "POST", `${path}/resume`, {})).status, 200);
    assert.equal((await of()).status, "operational");
    const { items } = (await ask(operator, "GET", "/audit-log")).body;
    assert.deepEqual(
      items.slice(0, 2).map((one: { action: string; actor_name: string }) => [one.action, one.actor_name]),
      [
        ["channel.resumed", "Ama Test"],
        ["channel.paused", "Ama Test"],
      ],
    );
    assert.ok(!(await ask(operator, "GET", "/channels")).text.includes("settings"));
    await world.assertCleanAudit();
  });
});

describe("an account with a drift", () => {
  it("is explained, which books nothing and is logged", async () => {
    const of = {
      provider_account: `con_${String(account?.id).slice(4)}`,
      currency: "XAF",
      environment: "live",
    } as const;
    for (const held of [5_000_000n, 4_000_000n]) {
      await world.db.engine(async (tx) => compareBalance(tx, of, held, await readLedgerTotals(tx, of)));
    }
    const { drifts } = (await ask(operator, "GET", "/exceptions")).body;
    const drift = drifts.at(-1);
    assert.deepEqual([drift.drift, drift.provider, drift.account], [-1_000_000, "mtn", of.provider_account]);
    await prove(operator, secret);
    const path = `/exceptions/${drift.id}/resolve`;
    const refused = await ask(operator, "POST", path, { as: "absorb", reason: "a withdrawal" });
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ["as"]]);
    const answer = await ask(operator, "POST", path, { as: "ignore", reason: "a withdrawal to the bank" });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await ask(operator, "GET", "/exceptions")).body.drifts.length, drifts.length - 1);
    const [entry] = (await ask(operator, "GET", "/audit-log")).body.items;
    assert.deepEqual(
      [entry.action, entry.subject, entry.after],
      ["reconciliation.explained", drift.id, { note: "a withdrawal to the bank" }],
    );
    await world.assertCleanAudit();
  });
});

describe("reconciliation", () => {
  it("shows the differences of a statement, and books each as a platform operator decides", async () => {
    const id = await importSurplusStatement(world, 700);
    const [listed] = (await ask(operator, "GET", "/statements")).body.items;
    assert.deepEqual([listed.id, listed.exceptions_open, listed.imported_by], [id, 1, "operator:root"]);
    const shown = (await ask(operator, "GET", `/statements/${id}`)).body;
    assert.deepEqual([shown.report.open, shown.items.length], [1, 1]);
    const [exception] = (await ask(operator, "GET", "/exceptions")).body.items;
    assert.deepEqual([exception.exception, exception.statement_amount, exception.booked], ["theirs_only", 700, 0]);
    await prove(operator, secret);
    const resolve = (body: object) => ask(operator, "POST", `/exceptions/${exception.id}/resolve`, body);
    const decision = { as: "absorb", reason: "paid by hand in the portal" };
    assert.deepEqual(Object.keys((await resolve(decision)).body.errors), ["merchant"]);
    assert.deepEqual(Object.keys((await resolve({ ...decision, merchant: "Jeanne" })).body.errors), ["merchant"]);
    const stranger = "mer_01jqk3v8q1e9fa4x2m7c5t0r6w";
    assert.deepEqual(Object.keys((await resolve({ ...decision, merchant: stranger })).body.errors), ["merchant"]);
    const answer = await resolve({ ...decision, merchant: shop.id });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await ask(operator, "GET", "/exceptions")).body.items, []);
    const done = (await ask(operator, "GET", `/statements/${id}`)).body.items[0];
    assert.deepEqual([done.resolution, done.note, done.resolved_by], ["absorb", decision.reason, "Ama Test"]);
    await world.assertCleanAudit();
  });
});

describe("a withdrawal through a bank", () => {
  /** No channel reaches Gabon, so the platform operator pays it through a bank. */
  const bank = {
    ...{ type: "bank_account", name: "Chez Jeanne", country: "GA", currency: "XAF" },
    ...{ account_number: "40001000010123456789777", bank_code: "40001" },
  };

  it("is taken on, and above the limit booked by two operators with the same reference", async () => {
    const merchant = await world.merchant({ name: "Chez Jeanne", environment: "live", balance: 3_000_000n });
    const { id: account_id } = (await merchant.post("/withdrawal-accounts", bank)).body.withdrawal_account;
    for (const role of ["finance", "owner"] as const) {
      const person = await createTestUser(world, merchant.id, role);
      await person.enrollSecondFactor();
      await person.send("POST", `/merchants/${merchant.id}/live/withdrawal-accounts/${account_id}/confirm`, {});
    }
    world.db.advanceClock(24 * 60 * MINUTE_MS);
    const order = { account: account_id, amount: 2_000_000, reference: "takings-7" };
    const { id } = (await merchant.post("/withdrawals", order)).body.withdrawal;
    // A day has passed, so the operators sign in anew.
    const [one, other] = [await anOperator(), await anOperator()];
    for (const person of [one, other]) await person.enrollSecondFactor();
    const [task] = (await ask(one, "GET", "/withdrawals")).body.items;
    assert.deepEqual(
      [task.id, task.merchant_name, task.number, task.bank_code, task.status, task.needs_two],
      [id, "Chez Jeanne", "…777", "40001", "pending", true],
    );
    assert.equal((await ask(one, "GET", `/withdrawals/${id}`)).body.withdrawal.number, bank.account_number);
    const listed = (await ask(one, "GET", `/merchants?search=${merchant.id}`)).body.items[0];
    assert.deepEqual([listed.withdrawals_waiting, listed.reviews_open], [1, 0]);
    const post = (person: TestUser, action: string, body: object = {}) =>
      ask(person, "POST", `/withdrawals/${id}/${action}`, body);
    assert.equal((await post(one, "complete", { reference: "BGFI 1" })).status, 422);
    assert.equal((await post(one, "start")).body.withdrawal.status, "processing");
    assert.equal((await post(one, "complete", { reference: " " })).status, 400);
    const proposed = (await post(one, "complete", { reference: "BGFI 1" })).body.withdrawal;
    assert.deepEqual([proposed.status, proposed.is_own, proposed.proposed_by], ["processing", true, "Ama Test"]);
    assert.equal((await post(one, "complete", { reference: "BGFI 1" })).body.withdrawal.status, "processing");
    const [seen] = (await ask(other, "GET", "/withdrawals")).body.items;
    assert.deepEqual([seen.is_own, seen.proposed, seen.proposed_reason], [false, "complete", null]);
    assert.ok(!JSON.stringify(seen).includes("BGFI 1"), "the second operator does not see the reference of the first");
    const booked = (await post(other, "complete", { reference: "BGFI 1" })).body.withdrawal;
    assert.deepEqual([booked.status, booked.bank_reference], ["complete", "BGFI 1"]);
    assert.deepEqual((await ask(one, "GET", "/withdrawals")).body.items, []);
    assert.equal((await ask(one, "GET", "/withdrawals?ended=true")).body.items[0].id, id);
    assert.deepEqual(await merchant.balance(), { available: 1_000_000, reserved: 0 });
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("that the bank did not pay releases its money, with the reason for the merchant", async () => {
    const merchant = await world.merchant({ balance: 3_000_000n });
    const { id: account_id } = (await merchant.post("/withdrawal-accounts", bank)).body.withdrawal_account;
    await merchant.post(`/withdrawal-accounts/${account_id}/confirm`);
    const { id } = (await merchant.post("/withdrawals", { account: account_id, amount: 2_000_000 })).body.withdrawal;
    const person = await anOperator();
    await person.enrollSecondFactor();
    assert.equal((await ask(person, "POST", `/withdrawals/${id}/start`, {})).status, 200);
    const failed = await ask(person, "POST", `/withdrawals/${id}/fail`, { reason: "Account closed" });
    assert.equal(failed.body.withdrawal.status, "failed", failed.text);
    const { withdrawal } = (await merchant.get(`/withdrawals/${id}`)).body;
    assert.deepEqual([withdrawal.status, withdrawal.failure_reason], ["failed", "Account closed"]);
    assert.equal((await ask(person, "POST", `/withdrawals/${id}/fail`, { reason: "Again" })).status, 422);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});
