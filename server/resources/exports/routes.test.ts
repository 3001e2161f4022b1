import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import { fromMilliseconds, MINUTE_MS } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { postBeneficiary, transfer_order, transferOrderTo } from "#testing/orders.ts";
import { createTestUser, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { EXPORTS_PER_PERSON_MAX } from "./export.ts";
import { EXPORTABLE_LISTS } from "./schema.ts";

const world = await startTestWorld();
const shop = await world.merchant({ name: "Chez Jeanne", balance: 1_000_000n });
const owner = await createTestUser(world, shop.id, "owner");
await owner.enrollSecondFactor();

const at = (merchant: TestMerchant, path: string): string => `/merchants/${merchant.id}/${merchant.environment}${path}`;

/**
 * Returns the rows of a file without its heading. It splits at commas, because no value in these tests needs quotes.
 */
async function rowsOf(path: string): Promise<readonly (readonly string[])[]> {
  const { status, text } = await owner.send("GET", at(shop, `/exports/${path}`));
  assert.equal(status, 200, text);
  return text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
}

describe("the export of a statement", () => {
  it("has the two balances, and between them rows that add up; an audit entry names the reader", async () => {
    const seller = await world.merchant({ name: "Chez Awa", balance: 10_000n });
    const bookkeeper = await createTestUser(world, seller.id, "finance");
    await bookkeeper.signIn();
    await seller.post("/transfers", { ...transfer_order, amount: 400 });
    await world.waitUntilIdle();
    const path = at(seller, "/balance/statement/export?separator=semicolon&language=fr");
    const { status, text } = await bookkeeper.send("GET", path);
    assert.equal(status, 200, text);
    const [heading, opening, ...rows] = text
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(";").slice(2));
    const closing = rows.pop();
    assert.deepEqual(heading, ["Mouvement", "Canal", "Nombre", "Entrées", "Sorties", "Solde", "Devise"]);
    assert.deepEqual([opening?.[0], opening?.[5]], ["Solde initial", "0"]);
    assert.deepEqual(rows, [
      ["Transferts", "cm.mtn", "1", "", "400", "", "XAF"],
      ["Dépôts", "", "1", "10000", "", "", "XAF"],
    ]);
    assert.deepEqual([closing?.[0], closing?.[5]], ["Solde final", "9600"]);
    const entries = await world.rows("select actor, subject from audit_log where action = 'list.exported'");
    assert.deepEqual(entries, [{ actor: `user:${bookkeeper.id}`, subject: "statement" }]);
  });

  it("is refused to a role without the right to export", async () => {
    const viewer = await createTestUser(world, shop.id, "viewer");
    await viewer.signIn();
    assert.equal((await viewer.send("GET", at(shop, "/balance/statement/export"))).status, 403);
    assert.equal((await viewer.send("GET", at(shop, "/balance/statement"))).status, 200);
  });
});

describe("the export of a list", () => {
  it("has the rows of the list under every filter, in the same order", async () => {
    const ids = [];
    for (let number = 0; number < 5; number += 1) {
      const { body } = await shop.post("/transfers", { ...transfer_order, reference: `salary-${number}` });
      ids.push(body.transfer.id);
    }
    await shop.send("DELETE", `/transfers/${ids[4]}`);
    await world.waitUntilIdle();
    await shop.post("/payments", { amount: 700, currency: "XAF", phone: "677123456", reference: "in-1" });
    await postBeneficiary(shop);
    await shop.post("/customers", { name: "Ama Owusu", email: "ama@example.cm" });
    await shop.post("/payment-links", { name: "Membership", currency: "XAF" });
    const bill = { amount: 5_000, currency: "XAF", email: "ama@example.cm", due_at: "2030-01-01T00:00:00Z" };
    assert.equal((await shop.post("/invoices", bill)).status, 201);
    const hook = await shop.post("/webhooks", { url: "http://127.0.0.1:9/", events: ["payment.created"] });
    const webhook = hook.body.data.id;
    await shop.post(`/webhooks/${webhook}/test`);
    await shop.post("/payments", { amount: 800, currency: "XAF", phone: "677123456", reference: "in-2" });
    const salaries = { currency: "XAF", transfers: [transfer_order, { ...transfer_order, amount: 2_000 }] };
    const bulk = (await shop.post("/transfers/bulk", salaries)).body.bulk_transfer.id;
    const wallet = { type: "mobile_money", name: "Chez Jeanne", country: "CM", currency: "XAF", phone: "677123456" };
    const account = (await shop.post("/withdrawal-accounts", wallet)).body.withdrawal_account.id;
    await shop.post(`/withdrawal-accounts/${account}/confirm`);
    assert.equal((await shop.post("/withdrawals", { account, amount: 10 })).status, 201);
    await world.waitUntilIdle();
    const today = dayIn("Africa/Douala", fromMilliseconds(Date.now()));
    const lists: readonly (readonly [list: string, path: string, queries: readonly string[]])[] = [
      [
        "transfers",
        "/transfers",
        [
          "",
          "search=salary-3",
          "search=677",
          "status=canceled",
          "channels=cm.mtn",
          `bulk_transfer=${bulk}`,
          `date_start=${today}`,
          "date_end=2020-01-01",
        ],
      ],
      ["payments", "/payments", ["", "search=in-1", "status=pending", "status=complete", "channels=cm.mtn,cm.orange"]],
      ["beneficiaries", "/beneficiaries", ["", "search=677", "type=cash_pickup"]],
      ["customers", "/customers", ["", "search=ama@"]],
      ["payment-links", "/payment-links", ["", "active=false"]],
      ["invoices", "/invoices", ["", "status=open", "status=paid", `date_start=${today}`, "date_end=2020-01-01"]],
      ["webhooks", "/webhooks", [""]],
      ["events", "/events", ["", "type=transfer.created"]],
      ["balance", "/balance/history", ["", "currency=EUR"]],
      ["refunds", "/refunds", [""]],
      ["bulk-transfers", "/bulk-transfers", [""]],
      [
        "withdrawals",
        "/withdrawals",
        ["", "status=complete", "status=pending", `account=${account}`, `date_start=${today}`, "date_end=2020-01-01"],
      ],
      [
        "deliveries",
        `/webhooks/${webhook}/deliveries`,
        [
          "",
          "state=pending",
          "state=delivered",
          "type=payment.created",
          `date_start=${today}`,
          "date_end=2020-01-01",
        ].map((query) => `webhook=${webhook}&${query}`),
      ],
    ];
    for (const [list, path, queries] of lists) {
      for (const query of queries) {
        const { items, data } = (await shop.get(`${path}?limit=100&${query.replace(/^webhook=\w+&/, "")}`)).body;
        const expected_ids = (items ?? data).map((item: { id: string }) => item.id);
        const had = (await rowsOf(`${list}?${query}`)).map(([id]) => id);
        assert.deepEqual(had, expected_ids, `${list}?${query}`);
      }
    }
    assert.deepEqual(lists.map(([list]) => list).sort(), [...EXPORTABLE_LISTS].sort());
  });

  it("is a download with a file name, in UTF-8, with a semicolon on request", async () => {
    const { headers, text } = await owner.send("GET", at(shop, "/exports/customers?separator=semicolon"));
    assert.equal(headers.get("content-type"), "text/csv; charset=utf-8");
    assert.match(
      headers.get("content-disposition") ?? "",
      /^attachment; filename="kolo-customers-test-[\d-]{10}\.csv"$/,
    );
    assert.match(text, /^\uFEFF?Id;Name;Phone;E-mail;Created \(Africa\/Douala\)\r\n/);
  });

  it("uses the reader's language, and names the person of each row beside the id", async () => {
    const { text } = await owner.send("GET", at(shop, "/exports/payments?language=fr&separator=semicolon"));
    const [head = "", ...lines] = text.split("\r\n");
    const columns = head.replace("\uFEFF", "").split(";");
    assert.ok(columns.includes("Créé (Africa/Douala)"));
    const row = lines.find((line) => line.includes("in-1"))?.split(";") ?? [];
    const cell = (name: string): string => row[columns.indexOf(name)] ?? "";
    assert.match(cell("Créé (Africa/Douala)"), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.match(cell("Client"), /^cus_/);
    const { customer } = (await shop.get(`/customers/${cell("Client")}`)).body;
    assert.equal(cell("Nom du client").replace(/^'/, ""), customer.name);
    const events = await owner.send("GET", at(shop, "/exports/events?type=payment.created"));
    assert.ok(events.text.split("\r\n").some((line) => line.includes(",in-1,")));
    const audit_log = await owner.send("GET", `/merchants/${shop.id}/audit-log/export`);
    assert.match(audit_log.text, /Who,Who \(name\),What/);
    assert.ok(audit_log.text.includes("Ama Test"));
    const transfers = await owner.send("GET", at(shop, "/exports/transfers"));
    assert.match(transfers.text, /,'\+237677\d{6},/);
    assert.doesNotMatch(transfers.text, /,\+237/);
  });

  it("has the code of a failure beside its reason", async () => {
    const { id } = (await shop.post("/transfers", transferOrderTo("000004"))).body.transfer;
    await world.waitUntilIdle();
    const { text } = await owner.send("GET", at(shop, "/exports/transfers"));
    assert.match(text, /,Failure code,Why it failed,/);
    const line = text.split("\r\n").find((one) => one.startsWith(id)) ?? "";
    const { failure_reason } = (await shop.get(`/transfers/${id}`)).body.transfer;
    assert.ok(line.includes(`,rejected_by_payer,${failure_reason},`), line);
  });

  it("has no row of another merchant or environment", async () => {
    const other = await world.merchant({ name: "Elsewhere", balance: 10_000n });
    const live = await world.inEnvironment(shop, "live");
    for (const merchant of [other, live]) {
      await merchant.post("/customers", { name: "Somebody else", email: "else@example.cm" });
    }
    const { text } = await owner.send("GET", at(shop, "/exports/customers"));
    assert.ok(!text.includes("else@example.cm"));
    const elsewhere = await owner.send("GET", at(live, "/exports/customers"));
    assert.equal(elsewhere.text.split("else@example.cm").length, 2);
    assert.equal((await owner.send("GET", at(other, "/exports/customers"))).status, 404);
  });

  it("400 and 404: an impossible day, an unknown status, an unknown list", async () => {
    const unknown = ["deliveries?webhook=whk_1&state=lost", "deliveries"];
    for (const query of [...unknown, "transfers?status=expired", "payments?status=paid", "events?type=salary.paid"]) {
      assert.equal((await owner.send("GET", at(shop, `/exports/${query}`))).status, 400, query);
    }
    assert.equal((await owner.send("GET", at(shop, "/exports/transfers?date_start=2026-02-30"))).status, 400);
    assert.equal((await owner.send("GET", at(shop, "/exports/secrets"))).status, 404);
  });

  it("writes an audit entry with the person, list and filter", async () => {
    await owner.send("GET", at(shop, "/exports/payments?status=complete"));
    const { body } = await owner.send("GET", `/merchants/${shop.id}/audit-log`);
    const [action] = body.items;
    assert.deepEqual(
      [action.action, action.subject, action.after],
      ["list.exported", "payments", { status: "complete", address: "127.0.0.1" }],
    );
    assert.match(action.actor, /^user:per_/);
    await world.assertCleanAudit();
  });

  it("HEAD: sends headers only, without a file or an audit entry", async () => {
    const entryCount = async () => (await world.rows("select count(*) as count from audit_log"))[0]?.count;
    const before = await entryCount();
    const paths = [
      at(shop, "/exports/payments"),
      at(shop, "/balance/statement/export"),
      `/merchants/${shop.id}/audit-log/export`,
    ];
    for (const path of [...paths, ...paths]) {
      const { status, headers } = await owner.send("HEAD", path);
      assert.deepEqual([status, headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
      assert.match(headers.get("content-disposition") ?? "", /^attachment; filename="kolo-/);
    }
    assert.equal((await owner.send("HEAD", at(shop, "/exports/secrets"))).status, 404);
    assert.equal(await entryCount(), before);
  });

  it("exports the whole audit log, the latest first", async () => {
    const { text } = await owner.send("GET", `/merchants/${shop.id}/audit-log/export`);
    const numbers = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => Number(line.split(",")[0]));
    assert.ok(numbers.length > 2);
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => b - a),
    );
    assert.equal(numbers.at(-1), 1);
  });
});

// Long rows: 15 MB in all, more than the sockets of a client that does not read can hold.
const MANY = 5_000;
const NAME_LENGTH = 3_000;

let filled: Promise<TestMerchant> | null = null;

/** A merchant with many customers. They are created once. */
function merchantWithCustomers(): Promise<TestMerchant> {
  filled ??= (async () => {
    const merchant = await world.merchant();
    await world.db.engine((tx) =>
      tx.run(sql`
        insert into customers (merchant, environment, id, name, email, sequence, created_at, updated_at)
        select ${merchant.id}, 'test', 'cus_01jqk3v8q1' || lpad(number::text, 16, '0'), repeat('x', ${NAME_LENGTH}::int),
          number || '@example.cm', 1, ${tx.now}, ${tx.now}
        from generate_series(1, ${MANY}::int) number`),
    );
    return merchant;
  })();
  return filled;
}

/** Returns a function by which another person exports these customers. */
async function customersExport(): Promise<(signal?: AbortSignal) => Promise<Response>> {
  const merchant = await merchantWithCustomers();
  const person = await createTestUser(world, merchant.id, "finance");
  await person.signIn();
  const path = `${world.url}/dashboard/api${at(merchant, "/exports/customers")}`;
  return (signal) => fetch(path, { headers: { cookie: person.cookie }, ...(signal ? { signal } : {}) });
}

describe("the export of a long list", () => {
  it("has all of its rows, each once", async () => {
    const ask = await customersExport();
    const text = await (await ask()).text();
    const numbers = [...text.matchAll(/^cus_01jqk3v8q1(\d{16}),/gm)].map(([, number]) => Number(number));
    assert.deepEqual(
      numbers.sort((one, other) => one - other),
      Array.from({ length: MANY }, (_, index) => index + 1),
    );
  });

  it("429: too many concurrent exports of one person; another is allowed when one ends", async () => {
    const ask = await customersExport();
    const stop = new AbortController();
    const open = await Promise.all(Array.from({ length: EXPORTS_PER_PERSON_MAX }, () => ask(stop.signal)));
    assert.ok(open.every(({ status }) => status === 200));
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    stop.abort();
    const give_up_at = Date.now() + 10_000;
    for (;;) {
      const again = await ask();
      await again.body?.cancel();
      if (again.status === 200) return;
      assert.ok(Date.now() < give_up_at);
    }
  });
});

describe("an export in live", () => {
  it("requires the export right, a second factor and a recent step-up, which the page can check first", async () => {
    const live = await world.inEnvironment(shop, "live");
    const paths = [
      "/live/exports/customers",
      "/live/balance/statement/export",
      "/live/export-permission",
      "/audit-log/export",
      "/audit-log/export-permission",
    ];
    const statuses = async (person: TestUser) => {
      const outcomes: string[] = [];
      for (const path of paths) {
        const { status, body } = await person.send("GET", `/merchants/${live.id}${path}`);
        outcomes.push(status === 200 ? "200" : `${status} ${Object.keys(body.errors ?? {})}`);
      }
      return outcomes;
    };
    const weak = await createTestUser(world, live.id, "owner");
    await weak.signIn();
    const factor = Array(5).fill("403 second_factor");
    assert.deepEqual(await statuses(weak), factor);
    const viewer = await createTestUser(world, live.id, "viewer");
    await viewer.enrollSecondFactor();
    assert.deepEqual(await statuses(viewer), Array(5).fill("403 role"));
    const strong = await createTestUser(world, live.id, "owner");
    await strong.enrollSecondFactor();
    assert.deepEqual(await statuses(strong), Array(5).fill("200"));
    world.db.advanceClock(6 * MINUTE_MS);
    assert.deepEqual(await statuses(strong), Array(5).fill("403 step_up"));
    assert.equal((await strong.send("GET", at(shop, "/exports/customers"))).status, 200, "test data take no proof");
  });

  it("ends within a second after its person is removed, signs out or changes role", async () => {
    const big = await merchantWithCustomers();
    const admin = await createTestUser(world, big.id, "owner");
    await admin.enrollSecondFactor();
    for (const how of ["removed", "signed out", "another role"]) {
      const person = await createTestUser(world, big.id, "finance");
      await person.signIn();
      const answer = await fetch(`${world.url}/dashboard/api${at(big, "/exports/customers")}`, {
        headers: { cookie: person.cookie },
      });
      assert.equal(answer.status, 200);
      const reader = answer.body?.getReader();
      await reader?.read();
      if (how === "removed") await admin.send("DELETE", `/merchants/${big.id}/people/${person.id}`);
      if (how === "signed out") await person.send("POST", "/sign-out");
      if (how === "another role")
        await admin.send("PUT", `/merchants/${big.id}/people/${person.id}`, { role: "viewer" });
      // Stop reading until the service has had a second to check the right again.
      await sleep(1_000);
      await assert.rejects(async () => {
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
      }, how);
    }
  });
});
