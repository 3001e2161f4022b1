import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Environment } from "#kernel/scope.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { assertRefused, transfer_order, transferOrderTo } from "#testing/orders.ts";
import { createTestUser, currentTotpCode, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant, type TestResponse } from "#testing/world.ts";

const world = await startTestWorld();
const second = await startTestWorld({ database_url: world.database_url });

interface Staff {
  readonly shop: TestMerchant;
  readonly owner: TestUser;
  readonly finance: TestUser;
  /** Returns a dashboard path of this shop, by default in the test environment. */
  readonly at: (path: string, environment?: Environment) => string;
}

/** Creates a shop whose transfers above 1,000 need a second person, and its bulks if `every_bulk` is set. */
async function aCarefulShop(rule: object = { amount_above: 1_000, every_bulk: false }): Promise<Staff> {
  const shop = await world.merchant({ balance: 100_000n });
  const [owner, finance] = [
    await createTestUser(world, shop.id, "owner"),
    await createTestUser(world, shop.id, "finance"),
  ];
  await owner.signIn();
  await finance.signIn();
  const at = (path: string, environment: Environment = "test") => `/merchants/${shop.id}/${environment}${path}`;
  const set = await owner.send("PUT", at("/approval-rule"), rule);
  assert.equal(set.status, 200, set.text);
  return { shop, owner, finance, at };
}

const large = { ...transferOrderTo("000000"), amount: 5_000 };
const bulkOf = (amounts: readonly number[]) => ({
  currency: "XAF",
  description: "Salaries",
  transfers: amounts.map((amount, row) => ({
    ...{ amount, channel: "cm.mtn" },
    beneficiary_data: { name: `P ${row}`, phone: `6771230${10 + row}` },
  })),
});

const approve = ({ at }: Staff, by: TestUser, id: string) => by.send("POST", at(`/approvals/${id}/approve`), {});
const reject = ({ at }: Staff, by: TestUser, id: string, reason = "Not this month") =>
  by.send("POST", at(`/approvals/${id}/reject`), { reason });
const auditEntriesOf = (shop: TestMerchant) =>
  world.rows(
    `select action, actor, subject, before, after from audit_log where merchant = '${shop.id}' order by number desc`,
  );

it("GET /transfers?approval=waiting lists waiting transfers, single and in bulks, and combines with other filters", async () => {
  const staff = await aCarefulShop({ amount_above: 1_000, every_bulk: true });
  const { shop, finance } = staff;
  const waiting = async (query = "") => (await shop.get(`/transfers?approval=waiting${query}`)).body;
  assert.equal((await waiting()).totals, 0);
  await shop.post("/transfers", transferOrderTo("000000"));
  const { id } = (await shop.post("/transfers", { ...large, reference: "the-large-one" })).body.transfer;
  const bulk = (await shop.post("/transfers/bulk", bulkOf([100, 200, 300]))).body.bulk_transfer;
  const taken_out = (await shop.get(`/transfers?bulk_transfer=${bulk.id}`)).body.items[0].id;
  assert.equal((await shop.send("DELETE", `/transfers/${taken_out}`)).status, 202);
  const all = await waiting();
  assert.deepEqual([all.totals, all.items.length], [3, 3]);
  assert.ok(all.items.every((item: { approval: { state: string } }) => item.approval.state === "waiting"));
  assert.equal((await waiting("&limit=2&page=2")).items.length, 1);
  assert.equal((await waiting(`&bulk_transfer=${bulk.id}`)).totals, 2);
  assert.deepEqual((await waiting("&search=the-large")).items[0].id, id);
  assert.equal((await waiting("&status=complete")).totals, 0);
  assert.equal((await waiting("&date_end=2020-01-01")).totals, 0);
  assert.equal((await shop.get("/transfers?approval=approved")).status, 400);
  const stranger = await world.merchant();
  assert.equal((await stranger.get("/transfers?approval=waiting")).body.totals, 0);
  await approve(staff, finance, id);
  assert.equal((await waiting()).totals, 2);
});

describe("a transfer above the amount", () => {
  it("waits with its money held and its attempt not due, and the API shows that", async () => {
    const staff = await aCarefulShop();
    const { shop } = staff;
    const made = await shop.post("/transfers", large);
    assert.deepEqual([made.status, made.body.transfer.status], [201, "pending"]);
    assert.deepEqual(made.body.transfer.approval, { state: "waiting" });
    await world.waitUntilIdle();
    const { id } = made.body.transfer;
    assert.equal((await shop.get(`/transfers/${id}`)).body.transfer.status, "pending");
    assert.deepEqual(await shop.balance(), { available: 95_000, reserved: 5_000 });
    const [attempt] = await world.rows(`select state, due_at, sent_at from attempts where subject = '${id}'`);
    assert.deepEqual(attempt, { state: "waiting", due_at: null, sent_at: null });
    const [event] = (await shop.get(`/events?resource=${id}`)).body.items;
    assert.deepEqual([event.type, event.data.approval], ["transfer.created", { state: "waiting" }]);
    await world.assertCleanAudit();
  });

  it("at the amount or below is sent at once, without an approval", async () => {
    const { shop } = await aCarefulShop();
    const made = await shop.post("/transfers", { ...transferOrderTo("000000"), amount: 1_000 });
    assert.equal("approval" in made.body.transfer, false);
    await world.waitUntilIdle();
    assert.equal((await shop.get(`/transfers/${made.body.transfer.id}`)).body.transfer.status, "complete");
  });

  it("is sent when a second person approves, with the person and time on it and in the audit log", async () => {
    const staff = await aCarefulShop();
    const { shop, finance, at } = staff;
    const { id } = (await shop.post("/transfers", large)).body.transfer;
    const listed = (await finance.send("GET", at("/approvals"))).body;
    assert.equal(listed.totals, 1);
    const [{ requested_at, ...item }] = listed.items;
    assert.ok(requested_at);
    assert.deepEqual(item, {
      ...{ id, kind: "transfer", name: "Jane", amount: 5_000, currency: "XAF", transfers: 1 },
      ...{ number: "+237677000000", bank_code: null, channel: "cm.mtn" },
      seen: { holder: null, duplicates: [], repeats: 0 },
      ...{ requested_by: null, is_own: false },
    });
    const one = await finance.send("GET", at(`/approvals/${id}`));
    assert.deepEqual(one.body.approval, {
      ...{ ...item, requested_at, state: "waiting" },
      ...{ decided_by: null, decided_at: null, reason: null },
    });
    assert.equal((await approve(staff, finance, id)).status, 200);
    const decided = (await finance.send("GET", at(`/approvals/${id}`))).body.approval;
    assert.deepEqual([decided.state, decided.decided_by], ["approved", "Ama Test"]);
    const unknown = await finance.send("GET", at(`/approvals/${id.slice(0, -1)}~`));
    assert.deepEqual([unknown.status, unknown.body.reason], [404, "transfer_not_found"]);
    await world.waitUntilIdle();
    const { transfer } = (await shop.get(`/transfers/${id}`)).body;
    assert.equal(transfer.status, "complete");
    const { state, requested_by, decided_by, decided_at, reason } = transfer.approval;
    assert.deepEqual([state, requested_by, decided_by, reason], ["approved", null, "Ama Test", null]);
    assert.ok(decided_at);
    const { steps } = (await shop.get(`/transfers/${id}/timeline`)).body.timeline;
    const approval_steps = steps.filter(({ kind }: { kind: string }) => kind === "approval");
    assert.deepEqual(
      approval_steps.map(({ code }: { code: string }) => code),
      ["requested", "approved"],
    );
    const [action] = await auditEntriesOf(staff.shop);
    assert.deepEqual([action?.action, action?.actor, action?.subject], ["transfer.approved", `user:${finance.id}`, id]);
    assert.equal((await finance.send("GET", at("/approvals"))).body.totals, 0);
    await world.assertCleanAudit();
  });

  it("is canceled when it is rejected: its money is released, the reason stored and an event sent", async () => {
    const staff = await aCarefulShop();
    const { shop, finance } = staff;
    const { id } = (await shop.post("/transfers", large)).body.transfer;
    assertRefused(await finance.send("POST", staff.at(`/approvals/${id}/reject`), {}), 400, "reason");
    assert.equal((await reject(staff, finance, id)).status, 200);
    await world.waitUntilIdle();
    const { transfer } = (await shop.get(`/transfers/${id}`)).body;
    assert.deepEqual([transfer.status, transfer.approval.state], ["canceled", "rejected"]);
    assert.equal(transfer.approval.reason, "Not this month");
    assert.deepEqual(await shop.balance(), { available: 100_000, reserved: 0 });
    const { items } = (await shop.get(`/events?resource=${id}`)).body;
    const canceled = items.find(({ type }: { type: string }) => type === "transfer.canceled");
    assert.deepEqual([canceled.data.status, canceled.data.approval.state], ["canceled", "rejected"]);
    assertRefused(await approve(staff, finance, id), 422, "approval");
    assert.equal((await auditEntriesOf(staff.shop))[0]?.action, "transfer.rejected");
    await world.assertCleanAudit();
  });

  it("made in the dashboard can be approved only by another person; its maker can cancel it", async () => {
    const staff = await aCarefulShop();
    const { owner, finance, at } = staff;
    const [own_transfer, other] = [
      (await finance.send("POST", at("/transfers"), large)).body.transfer,
      (await finance.send("POST", at("/transfers"), large)).body.transfer,
    ];
    assertRefused(await approve(staff, finance, own_transfer.id), 403, "approval");
    const [item] = (await finance.send("GET", at("/approvals"))).body.items;
    assert.deepEqual([item.is_own, item.requested_by], [true, "Ama Test"]);
    assert.equal((await reject(staff, finance, other.id, "A mistake of mine")).status, 200);
    assert.equal((await approve(staff, owner, own_transfer.id)).status, 200);
    const sent = (await auditEntriesOf(staff.shop)).filter(({ action }) => action === "transfer.created");
    assert.deepEqual(
      sent.map(({ actor, subject }) => [actor, subject]).sort(),
      [own_transfer, other].map(({ id }) => [`user:${finance.id}`, id]).sort(),
    );
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("can be canceled through the API, and then no longer approved", async () => {
    const staff = await aCarefulShop();
    const { id } = (await staff.shop.post("/transfers", large)).body.transfer;
    assert.equal((await staff.shop.send("DELETE", `/transfers/${id}`)).status, 202);
    const { transfer } = (await staff.shop.get(`/transfers/${id}`)).body;
    assert.deepEqual([transfer.status, transfer.approval.state], ["canceled", "canceled"]);
    assertRefused(await approve(staff, staff.finance, id), 422, "approval");
    assert.deepEqual(await staff.shop.balance(), { available: 100_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("is hidden from people without the right to pay, other businesses and the other environment", async () => {
    const staff = await aCarefulShop();
    const { id } = (await staff.shop.post("/transfers", large)).body.transfer;
    const stranger = await createTestUser(world, (await world.merchant()).id, "owner");
    await stranger.signIn();
    assert.equal((await approve(staff, stranger, id)).status, 404);
    const elsewhere = `/merchants/${(await stranger.send("GET", "/me")).body.me.businesses[0].id}/test`;
    assert.equal((await stranger.send("POST", `${elsewhere}/approvals/${id}/approve`, {})).status, 404);
    for (const role of ["support", "viewer"] as const) {
      const person = await createTestUser(world, staff.shop.id, role);
      await person.signIn();
      assertRefused(await approve(staff, person, id), 403, "role");
    }
    const secret = await staff.owner.enrollSecondFactor();
    world.db.advanceClock(MINUTE_MS);
    await staff.owner.send("POST", "/me/proof", { code: await currentTotpCode(world, secret) });
    const live = await staff.owner.send("POST", staff.at(`/approvals/${id}/approve`, "live"), {});
    assert.equal(live.status, 404);
    assert.equal((await staff.shop.get(`/transfers/${id}`)).body.transfer.approval.state, "waiting");
  });
});

describe("the approval rule", () => {
  it("is set per environment, by an owner, and logged with its previous value", async () => {
    const staff = await aCarefulShop();
    const { owner, finance, at } = staff;
    assert.deepEqual((await finance.send("GET", at("/approval-rule"))).body.rule, {
      ...{ currency: "XAF", amount_above: 1_000, every_bulk: false, sent: 0 },
    });
    assertRefused(await finance.send("PUT", at("/approval-rule"), { every_bulk: false }), 403, "role");
    for (const wrong of [{ amount_above: -1, every_bulk: true }, { amount_above: 1.5, every_bulk: true }, {}]) {
      assertRefused(await owner.send("PUT", at("/approval-rule"), wrong), 400);
    }
    const gone = await owner.send("PUT", at("/approval-rule"), { every_bulk: false });
    assert.equal(gone.body.rule, null);
    const [action] = await auditEntriesOf(staff.shop);
    assert.deepEqual(
      [action?.action, action?.before, action?.after],
      ["approval_rule.set", { currency: "XAF", amount_above: "1000", every_bulk: false }, null],
    );
    const { approval } = (await staff.shop.post("/transfers", large)).body.transfer;
    assert.equal(approval, undefined);
    const elsewhere = await world.inEnvironment(staff.shop, "live");
    assert.equal((await elsewhere.get("/transfers")).status, 200);
    assert.deepEqual(await world.rows(`select 1 from approval_rules where merchant = '${staff.shop.id}'`), []);
  });

  it("in live requires a second factor and a step-up, to set it and to decide", async () => {
    const staff = await aCarefulShop();
    const { owner, at } = staff;
    for (const [method, path, body] of [
      ["PUT", "/approval-rule", { every_bulk: true }],
      ["POST", "/approvals/trf_1/approve", {}],
      ["POST", "/approvals/trf_1/reject", { reason: "no" }],
    ] as const) {
      assertRefused(await owner.send(method, at(path, "live"), body), 403, "second_factor");
    }
    await owner.enrollSecondFactor();
    world.db.advanceClock(6 * MINUTE_MS);
    for (const path of ["approve", "reject"]) {
      const answer = await owner.send("POST", at(`/approvals/trf_1/${path}`, "live"), { reason: "no" });
      assertRefused(answer, 403, "step_up");
    }
  });
});

describe("a bulk", () => {
  it("waits as a whole, and one approval sends every entry", async () => {
    const staff = await aCarefulShop({ every_bulk: true });
    const { shop, finance, at } = staff;
    const checked = (await shop.post("/transfers/bulk/check", bulkOf([10, 20]))).body.bulk_check;
    assert.equal(checked.needs_approval, true);
    const made = (await shop.post("/transfers/bulk", bulkOf([10, 20, 30]))).body.bulk_transfer;
    assert.deepEqual(made.approval, { state: "waiting" });
    await world.waitUntilIdle();
    const waiting = (await shop.get(`/transfers/bulk/${made.id}`)).body.bulk_transfer;
    assert.deepEqual([waiting.progress.pending, waiting.approval.state], [3, "waiting"]);
    const [item] = (await finance.send("GET", at("/approvals"))).body.items;
    assert.deepEqual([item.id, item.kind, item.amount, item.transfers], [made.id, "bulk_transfer", 60, 3]);
    const entry = made.transfers[0].id;
    assertRefused(await approve(staff, finance, entry), 422, "approval");
    assert.equal((await shop.send("DELETE", `/transfers/${entry}`)).status, 202);
    assert.equal((await approve(staff, finance, made.id)).status, 200);
    await world.waitUntilIdle();
    const ended = (await shop.get(`/transfers/bulk/${made.id}`)).body.bulk_transfer;
    assert.deepEqual([ended.progress.complete, ended.progress.canceled, ended.approval.state], [2, 1, "approved"]);
    assert.equal((await shop.get("/bulk-transfers")).body.items[0].approval.state, "approved");
    assert.equal((await shop.get(`/transfers/${entry}`)).body.transfer.approval.state, "canceled");
    await world.assertCleanAudit();
  });

  it("is measured by its sum, so that a large amount cannot be sent in pieces", async () => {
    const { shop } = await aCarefulShop();
    const small = (await shop.post("/transfers/bulk", bulkOf([500, 500]))).body.bulk_transfer;
    const big = (await shop.post("/transfers/bulk", bulkOf([500, 501]))).body.bulk_transfer;
    assert.deepEqual([small.approval, big.approval], [undefined, { state: "waiting" }]);
    await world.waitUntilIdle();
    assert.equal((await shop.get(`/transfers/bulk/${small.id}`)).body.bulk_transfer.progress.complete, 2);
  });

  it("is rejected as a whole and releases its hold; a bulk of canceled entries no longer waits", async () => {
    const staff = await aCarefulShop({ every_bulk: true });
    const { shop, owner, finance, at } = staff;
    const made = (await owner.send("POST", at("/transfers/bulk"), bulkOf([10, 20]))).body.bulk_transfer;
    assertRefused(await approve(staff, owner, made.id), 403, "approval");
    assert.equal((await reject(staff, finance, made.id)).status, 200);
    const other = (await shop.post("/transfers/bulk", bulkOf([10, 20]))).body.bulk_transfer;
    const answers = await Promise.all(
      other.transfers.map(({ id }: { id: string }) => shop.send("DELETE", `/transfers/${id}`)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202],
    );
    assert.equal((await finance.send("GET", at("/approvals"))).body.totals, 0);
    await world.waitUntilIdle();
    const ended = (await shop.get(`/transfers/bulk/${made.id}`)).body.bulk_transfer;
    assert.deepEqual([ended.progress.canceled, ended.approval.reason], [2, "Not this month"]);
    assert.deepEqual(await shop.balance(), { available: 100_000, reserved: 0 });
    await world.assertCleanAudit();
  });
});

describe("concurrent decisions through two servers", () => {
  /** Sends the decisions of all people about one order concurrently, half of them through the other server. */
  async function decideConcurrently(
    staff: Staff,
    id: string,
    entry: string,
    turn: number,
  ): Promise<readonly TestResponse[]> {
    const path = (what: string) => `/dashboard/api${staff.at(`/approvals/${id}/${what}`)}`;
    const through = (url: string, by: TestUser, what: string) =>
      fetch(`${url}${path(what)}`, {
        method: "POST",
        headers: { origin: url, "x-kolo-dashboard": "1", cookie: by.cookie, "content-type": "application/json" },
        body: JSON.stringify({ reason: "Stop" }),
      }).then(async (answer) => ({
        status: answer.status,
        text: await answer.text(),
        body: null,
        headers: answer.headers,
      }));
    const urls = turn % 2 === 0 ? [world.url, second.url] : [second.url, world.url];
    const cancel = (server: typeof world) =>
      server.withExplicitHeaders(staff.shop).send("DELETE", `/transfers/${entry}`);
    return Promise.all([
      ...urls.flatMap((url) => [through(url, staff.owner, "approve"), through(url, staff.finance, "approve")]),
      ...urls.map((url) => through(url, staff.finance, "reject")),
      ...[world, second].map(cancel),
      through(urls[0] ?? "", staff.owner, "approve"),
    ]);
  }

  it("end a transfer once: approved, rejected or canceled, and sent only if approved", async () => {
    const staff = await aCarefulShop();
    const endings = new Set<string>();
    for (let turn = 0; turn < 12; turn += 1) {
      const { id } = (await staff.shop.post("/transfers", large)).body.transfer;
      const answers = await decideConcurrently(staff, id, id, turn);
      const decided = answers.filter(({ status }) => status === 200).length;
      assert.ok(
        answers.every(({ status }) => [200, 202, 422].includes(status)),
        answers.map(({ status, text }) => `${status} ${text}`).join("\n"),
      );
      await world.waitUntilIdle();
      const { transfer } = (await staff.shop.get(`/transfers/${id}`)).body;
      endings.add(`${transfer.status} ${transfer.approval.state}`);
      assert.equal(decided, transfer.approval.state === "canceled" ? 0 : 1);
      const sent = await world.rows(`select 1 from attempts where subject = '${id}' and sent_at is not null`);
      assert.equal(sent.length, transfer.status === "complete" ? 1 : 0);
      if (transfer.status === "complete") assert.equal(transfer.approval.state, "approved");
    }
    assert.ok(endings.size > 0);
    await world.assertCleanAudit();
  });

  it("leave a bulk in one state, even when its entries are canceled meanwhile", async () => {
    const staff = await aCarefulShop({ every_bulk: true });
    for (let turn = 0; turn < 8; turn += 1) {
      const made = (await staff.shop.post("/transfers/bulk", bulkOf([10, 20, 30]))).body.bulk_transfer;
      const [answers] = await Promise.all([
        decideConcurrently(staff, made.id, made.transfers[0].id, turn),
        ...made.transfers.map(({ id }: { id: string }) =>
          second.withExplicitHeaders(staff.shop).send("DELETE", `/transfers/${id}`),
        ),
      ]);
      assert.ok(answers.every(({ status }) => [200, 202, 422].includes(status)));
      await world.waitUntilIdle();
      await world.assertCleanAudit();
    }
    assert.equal((await staff.shop.balance()).reserved, 0);
  });

  it("apply the rule in effect when the order arrives", async () => {
    const staff = await aCarefulShop();
    const { shop, owner, at } = staff;
    await Promise.all([
      owner.send("PUT", at("/approval-rule"), { every_bulk: false }),
      ...Array.from({ length: 10 }, (_, turn) =>
        (turn % 2 === 0 ? world : second)
          .withExplicitHeaders(shop)
          .post("/transfers", { ...transfer_order, amount: 2_000 }),
      ),
    ]);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
    assert.equal((await shop.post("/transfers", large)).body.transfer.approval, undefined);
  });
});
