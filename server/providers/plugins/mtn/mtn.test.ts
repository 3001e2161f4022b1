import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import { openExchange } from "#providers/io/http-client.ts";
import { recordCalls } from "#providers/io/transcript.ts";
import { conformance } from "#providers/plugins/conformance.ts";
import { sumMovements } from "#providers/plugins/fakes/book.ts";
import type { OrderKind, ProviderOrder } from "#providers/provider.ts";
import { provision } from "./client.ts";
import { fakeMtn } from "./fake.ts";
import { mtn } from "./mtn.ts";

const { exchange, close } = openExchange({ timeout_ms: 500 });
const fake = await fakeMtn();
after(async () => {
  await close();
  await fake.close();
});
const account = { id: "con_test", settings: fake.settings };
const provider = mtn();

fake.book.setFate("237677000003", { fault: "lost_after", after_ms: 0, ending: "complete", notices: "none" });
fake.book.setFate("237677000005", { after_ms: 60_000, ending: "complete", notices: "none" });
fake.book.setFate("237677000001", { ending: "PAYEE_NOT_FOUND", notices: "none" });

conformance("MTN MoMo", () => ({
  ...{ provider, exchange, account, channel: "cm.mtn", currency: "XAF", settles_after_ms: 120_000 },
  receivers: { success: "+237677000000", refused: "+237677000001", no_answer: "+237677000003", slow: "+237677000005" },
  advance: (ms) => fake.book.advance(ms),
  moved: (order) => sumMovements(fake.book.movements, (movement) => movement.external_id === order.attempt),
}));

let made = 0;
async function anOrder(receiver: string, overrides: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
  made += 1;
  const order: ProviderOrder = {
    ...{ attempt: newId("att", now), environment: "live", account, kind: "transfer", channel: "cm.mtn" },
    ...{ amount: 500n, currency: "XAF", receiver, receiver_name: "Jane", bank_code: null, country: "CM" },
    ...{ reference: `o-${made}`, description: "Salaire de l'été n°4", refund_of: null, provider_reference: null },
    ...{
      wallet: null,
      callback_url: "http://127.0.0.1:1/notices/mtn/x",
      otp: null,
      return_url: null,
      sent_at: null,
      now,
      ...overrides,
    },
  };
  const prepared = await provider.prepare(order, exchange);
  return { ...order, provider_reference: prepared?.provider_reference ?? null };
}

describe("the MTN plug-in", () => {
  it("collects, pays out and refunds, with requests that match the API description", async () => {
    const paid = await anOrder("+237677111222", { kind: "collect" });
    assert.deepEqual(await provider.submit(paid, exchange), { outcome: "accepted" });
    const orders: [OrderKind, string | null][] = [
      ["transfer", null],
      ["refund", paid.provider_reference],
    ];
    for (const [kind, refund_of] of orders) {
      const order = await anOrder("+237677111222", { kind, refund_of });
      assert.deepEqual(await provider.submit(order, exchange), { outcome: "accepted" });
      const observation = await provider.queryStatus(order, exchange);
      assert.ok(observation.state === "complete", observation.state);
      assert.deepEqual([observation.amount, typeof observation.provider_id], [500n, "string"]);
    }
    assert.deepEqual(fake.violations, []);
  });

  it("pays out by deposit if the account says so, and finds an order only by its own operation", async () => {
    const deposits = { id: "con_deposit", settings: { ...fake.settings, payout_operation: "deposit" } };
    const order = await anOrder("+237677111222", { account: deposits });
    assert.deepEqual(await provider.submit(order, exchange), { outcome: "accepted" });
    assert.equal(fake.book.find(order.provider_reference ?? "")?.kind, "deposit");
    assert.equal((await provider.queryStatus(order, exchange)).state, "complete");
    assert.equal((await provider.queryStatus({ ...order, account }, exchange)).state, "not_found");
    assert.deepEqual(fake.violations, []);
  });

  it("reads the balance and a holder with the one product that the account has", async () => {
    for (const product of ["collection", "disbursement"]) {
      const settings = Object.fromEntries(
        Object.entries(fake.settings).map(([name, value]) => {
          const other = product === "collection" ? "disbursement_" : "collection_";
          return [name, name.startsWith(other) ? "" : value];
        }),
      );
      const one = { id: `con_${product}`, settings };
      assert.ok(((await provider.balance?.(one, "XAF", exchange)) ?? 0n) > 0n);
      assert.equal((await provider.lookUp?.(one, "+237677000000", exchange))?.state, "known");
    }
  });

  const faults = [
    ["lost_before", "unknown", "not_found"],
    ["lost_after", "unknown", "complete"],
    ["error_before", "unknown", "not_found"],
    ["error_after", "unknown", "complete"],
    ["consumed", "unknown", "not_found"],
    ["slow", "unknown", "complete"],
    ["page", "unknown", "not_found"],
    ["maintenance", "unknown", "not_found"],
    ["too_many", "not_submitted", "not_found"],
  ] as const;
  for (const [fault, outcome, state] of faults) {
    it(`a request with the fault ${fault} is ${outcome}, and a later query returns ${state}`, async () => {
      const order = await anOrder("+237677111333");
      fake.book.addFaults("create", [fault]);
      assert.equal((await provider.submit(order, exchange)).outcome, outcome);
      assert.equal((await provider.queryStatus(order, exchange)).state, state);
    });
  }

  it("a reference that MTN has used up is a duplicate, not a failure", async () => {
    const order = await anOrder("+237677111333");
    fake.book.addFaults("create", ["consumed"]);
    await provider.submit(order, exchange);
    const again = await provider.submit(order, exchange);
    assert.ok(again.outcome === "unknown" && again.is_duplicate);
  });

  it("an expired or revoked token is renewed once, and the order is sent under the same reference", async () => {
    fake.book.advance(2 * 3_600_000);
    assert.equal((await provider.submit(await anOrder("+237677111444"), exchange)).outcome, "accepted");
    const order = await anOrder("+237677111444");
    fake.book.addFaults("create", ["unauthorized"]);
    assert.equal((await provider.submit(order, exchange)).outcome, "accepted");
    assert.equal(fake.book.find(order.provider_reference ?? "")?.external_id, order.attempt);
    fake.book.addFaults("create", ["unauthorized", "unauthorized"]);
    const refused = await provider.submit(await anOrder("+237677111444"), exchange);
    assert.equal(refused.outcome, "not_submitted");
  });

  it("concurrent callers share one token request, and its refusal", async () => {
    const many = (what: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, what));
    const count = async (plugIn: typeof provider, tokens: "" | "refused") => {
      let query_count = 0;
      const counted: typeof exchange = (call) => {
        if (call.url.endsWith("/token/")) query_count += 1;
        return exchange(call);
      };
      if (tokens === "refused") fake.book.addFaults("token", ["too_many"]);
      const order = await anOrder("+237677111444");
      await many(() => plugIn.queryStatus(order, counted));
      return query_count;
    };
    const fresh = mtn();
    assert.equal(await count(fresh, ""), 1);
    fake.book.advance(2 * 3_600_000);
    assert.equal(await count(fresh, ""), 1);
    assert.equal(await count(mtn(), "refused"), 1);
  });

  it("the same digits in another currency are a different amount", async () => {
    const order = await anOrder("+237677111555");
    await provider.submit(order, exchange);
    const inEuros: typeof exchange = async (call) => {
      const answer = await exchange(call);
      return answer.kind === "answered" ? { ...answer, body: answer.body.replace('"XAF"', '"EUR"') } : answer;
    };
    const observation = await provider.queryStatus(order, inEuros);
    assert.ok(observation.state === "complete" && observation.amount !== null && observation.amount !== order.amount);
    // MTN's sandbox accepts only EUR, which the account's `currency` setting selects.
    const sandbox = { id: account.id, settings: { ...fake.settings, currency: "EUR" } };
    const there = await provider.queryStatus({ ...order, account: sandbox }, inEuros);
    assert.ok(there.state === "complete" && there.amount === order.amount);
  });

  it("an order is found only under its own kind", async () => {
    const order = await anOrder("+237677111666");
    await provider.submit(order, exchange);
    for (const kind of ["collect", "refund"] as const) {
      assert.equal((await provider.queryStatus({ ...order, kind }, exchange)).state, "not_found");
    }
    assert.equal((await provider.queryStatus(order, exchange)).state, "complete");
  });

  it("unknown credentials submit nothing", async () => {
    const wrong = { id: "con_wrong", settings: { ...fake.settings, disbursement_key: "0".repeat(32) } };
    const order = await anOrder("+237677111444", { account: wrong });
    assert.equal((await provider.submit(order, exchange)).outcome, "not_submitted");
    const market = { id: "con_market", settings: { ...fake.settings, target_environment: "mtnghana" } };
    const elsewhere = await provider.submit(await anOrder("+237677111444", { account: market }), exchange);
    assert.ok(elsewhere.outcome === "unknown" && elsewhere.refusal?.code === "provider_configuration");
  });

  it("an unreachable provider has received nothing", async () => {
    const nowhere = { id: "con_nowhere", settings: { ...fake.settings, base_url: "http://127.0.0.1:1" } };
    const order = await anOrder("+237677111444", { account: nowhere });
    assert.equal((await provider.submit(order, exchange)).outcome, "not_submitted");
    assert.equal((await provider.queryStatus(order, exchange)).state, "unreachable");
  });

  it("reasons may be texts or objects, and MTN's sandbox numbers end as documented", async () => {
    const fates = [
      [451, "transfer", "rejected_by_payer"],
      [452, "collect", "expired"],
      [455, "transfer", "provider_account_empty"],
      [455, "collect", "payer_not_found"],
      [456, "transfer", "limit_reached"],
      [457, "transfer", "recipient_not_found"],
      [463, "collect", "expired"],
      [464, "transfer", "provider_error"],
    ] as const;
    for (const [digits, kind, code] of fates) {
      const order = await anOrder(`+46733123${digits}`, { kind });
      await provider.submit(order, exchange);
      const observation = await provider.queryStatus(order, exchange);
      assert.ok(observation.state === "failed", `${digits} ${observation.state}`);
      assert.equal(observation.failure.code, code, `${digits}`);
    }
    const delayed = await anOrder("+46733123454");
    await provider.submit(delayed, exchange);
    fake.book.advance(3_600_000);
    assert.equal((await provider.queryStatus(delayed, exchange)).state, "pending");
  });

  it("returns the holder of a number, as far as MTN reports it", async () => {
    const look = (number: string) => provider.lookUp?.(account, number, exchange);
    assert.deepEqual(await look("+237677000000"), { state: "known", name: "Jane Mballa", is_active: true });
    assert.deepEqual(await look("+237677000007"), { state: "not_found" });
    assert.deepEqual(await look("+237677000008"), { state: "known", name: "Jane Mballa", is_active: false });
    assert.deepEqual(await look("+237677000009"), { state: "known", name: null, is_active: true });
  });

  it("returns the balance, and creates an API user in the sandbox", async () => {
    assert.ok(((await provider.balance?.(account, "XAF", exchange)) ?? 0n) > 0n);
    const made_user = await provision(
      { base_url: fake.url, subscription_key: "any", callback_host: "example.org" },
      exchange,
    );
    assert.match(made_user.key, /^[\da-f]{32}$/);
  });

  it("leaves no credential, token or whole number in the call log", async () => {
    const order = await anOrder("+237677123456", { description: "call 237677123456" });
    const { exchange: recorded, calls } = recordCalls(exchange, provider.loggable_fields);
    const fresh = mtn();
    await fresh.submit(order, recorded);
    await fresh.queryStatus(order, recorded);
    await fresh.lookUp?.(account, "+237677123456", recorded);
    const text = JSON.stringify(calls);
    assert.ok(calls.length >= 4);
    for (const secret of ["677123456", "Bearer", "eyJ0", ...Object.values(fake.settings).slice(4)]) {
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    }
    assert.ok(text.includes(order.provider_reference ?? "?"), "the reference is kept");
  });
});
