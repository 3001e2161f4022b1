import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import { openExchange } from "#providers/io/http-client.ts";
import { recordCalls } from "#providers/io/transcript.ts";
import { conformance } from "#providers/plugins/conformance.ts";
import { sumMovements } from "#providers/plugins/fakes/book.ts";
import type { ProviderOrder } from "#providers/provider.ts";
import { fakeOrange } from "./fake.ts";
import { orange } from "./orange.ts";

const { exchange, close } = openExchange({ timeout_ms: 500 });
const fake = await fakeOrange();
after(async () => {
  await close();
  await fake.close();
});
const account = { id: "con_test", settings: fake.settings };
const provider = orange();

fake.book.setFate("699000003", { fault: "lost_after", notices: "none" });
fake.book.setFate("699000005", { after_ms: 60_000, notices: "none" });
fake.book.setFate("699000001", { ending: "NOT_FOUND", notices: "none" });

conformance("Orange Money", () => ({
  ...{ provider, exchange, account, channel: "cm.orange", currency: "XAF", settles_after_ms: 120_000 },
  receivers: { success: "+237699000000", refused: "+237699000001", no_answer: "+237699000003", slow: "+237699000005" },
  advance: (ms) => fake.book.advance(ms),
  moved: (order) => sumMovements(fake.book.movements, (movement) => movement.external_id === order.attempt.slice(-20)),
}));

async function anOrder(receiver: string, overrides: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
  const order: ProviderOrder = {
    ...{ attempt: newId("att", now), environment: "live", account, kind: "transfer", channel: "cm.orange" },
    ...{ amount: 500n, currency: "XAF", receiver, receiver_name: "Jane", bank_code: null, country: "CM" },
    ...{ reference: "o-1", description: "Salaire de l'été n°4", refund_of: null, provider_reference: null },
    ...{
      wallet: null,
      callback_url: "http://127.0.0.1:1/notices/orange/x",
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

describe("the Orange plug-in", () => {
  it("collects by a merchant payment, pays out and refunds by a cash-in, with requests that Orange accepts", async () => {
    for (const [kind, prefix] of [
      ["collect", "MP"],
      ["transfer", "CI"],
      ["refund", "CI"],
    ] as const) {
      const order = await anOrder("+237699111222", { kind });
      assert.ok(order.provider_reference?.startsWith(prefix));
      assert.equal((await provider.submit(order, exchange)).outcome, "complete");
      const observation = await provider.queryStatus(order, exchange);
      assert.ok(
        observation.state === "complete" && observation.amount === 500n && observation.receiver === "+237699111222",
      );
    }
    assert.deepEqual(fake.violations, []);
  });

  const faults = [
    ["lost_before", "unknown", "not_found"],
    ["lost_after", "unknown", "complete"],
    ["error_before", "unknown", "not_found"],
    ["error_after", "unknown", "complete"],
    ["consumed", "unknown", "not_found"],
    ["slow", "unknown", "complete"],
    ["page", "unknown", "not_found"],
    ["too_many", "not_submitted", "not_found"],
  ] as const;
  for (const [fault, outcome, state] of faults) {
    it(`a payment with the fault ${fault} is ${outcome}, and a later query returns ${state}`, async () => {
      const order = await anOrder("+237699111333");
      fake.book.addFaults("create", [fault]);
      assert.equal((await provider.submit(order, exchange)).outcome, outcome);
      assert.equal((await provider.queryStatus(order, exchange)).state, state);
    });
  }

  const refusals = [
    ["LOW_BALANCE", "provider_account_empty"],
    ["BLOCKED", "recipient_not_allowed"],
    ["NOT_FOUND", "recipient_not_found"],
    ["TOO_MUCH", "amount_out_of_range"],
    ["NO_ACCOUNT", "recipient_not_found"],
  ] as const;
  for (const [ending, code] of refusals) {
    it(`${ending} is ${code}, with the status 417 and with the 200 of some refusals`, async () => {
      for (const has_reason_object of [false, true]) {
        fake.book.setFate("699000010", { ending, has_reason_object });
        const order = await anOrder("+237699000010");
        const submission = await provider.submit(order, exchange);
        assert.ok(submission.outcome === "rejected", submission.outcome);
        assert.equal(submission.failure.code, code);
        assert.equal((await provider.queryStatus(order, exchange)).state, "failed");
      }
    });
  }

  it("an undocumented state is no refusal, whatever its code; a code without a state is one", async () => {
    const submitted = async (data: object) => {
      const order = await anOrder("+237699111666");
      const mislabeled: typeof exchange = async (call) =>
        call.url.endsWith("/pay") ? { kind: "answered", status: 200, body: JSON.stringify({ data }) } : exchange(call);
      return (await provider.submit(order, mislabeled)).outcome;
    };
    assert.equal(await submitted({ status: "ONGOING", txnstatus: "202" }), "accepted");
    assert.equal(await submitted({ status: "INITIATED", inittxnstatus: "60019" }), "rejected");
    assert.equal(await submitted({ inittxnstatus: "60019" }), "rejected");
  });

  it("a payToken used twice is a duplicate; an unused one expires and fails", async () => {
    const order = await anOrder("+237699111333");
    await provider.submit(order, exchange);
    const again = await provider.submit(order, exchange);
    assert.ok(again.outcome === "unknown" && again.is_duplicate);
    const unpaid = await anOrder("+237699111333");
    assert.equal((await provider.queryStatus(unpaid, exchange)).state, "not_found");
    fake.book.advance(8 * 60_000);
    const observation = await provider.queryStatus(unpaid, exchange);
    assert.ok(observation.state === "failed" && observation.failure.code === "expired");
  });

  it("an order is found only under its own kind", async () => {
    const order = await anOrder("+237699111333");
    await provider.submit(order, exchange);
    assert.equal((await provider.queryStatus({ ...order, kind: "collect" }, exchange)).state, "not_found");
    assert.equal((await provider.queryStatus(order, exchange)).state, "complete");
  });

  it("an expired gateway token is renewed once", async () => {
    fake.book.advance(3_600_000);
    assert.equal((await provider.submit(await anOrder("+237699111444"), exchange)).outcome, "complete");
    const order = await anOrder("+237699111444");
    fake.book.addFaults("create", ["unauthorized", "unauthorized"]);
    assert.equal((await provider.submit(order, exchange)).outcome, "not_submitted");
  });

  it("a wrong PIN is a final refusal, and the call log has no credential, PIN or whole number", async () => {
    const wrong = { id: "con_pin", settings: { ...fake.settings, pin: "1357" } };
    const order = await anOrder("+237699123456", { account: wrong });
    const { exchange: recorded, calls } = recordCalls(exchange, provider.loggable_fields);
    const submission = await orange().submit(order, recorded);
    assert.ok(submission.outcome === "rejected" && submission.failure.code === "provider_configuration");
    await provider.lookUp?.(account, "+237699123456", recorded);
    const text = JSON.stringify(calls);
    for (const name of ["consumer_key", "consumer_secret", "api_user", "api_password", "channel_msisdn", "pin"]) {
      assert.ok(!text.includes(fake.settings[name] ?? "?"), `${name} in ${text}`);
    }
    for (const secret of ["1357", "699123456", "Bearer"]) assert.ok(!text.includes(secret), `${secret} in ${text}`);
  });

  it("returns the holder of a number", async () => {
    const holder = await provider.lookUp?.(account, "+237699000000", exchange);
    assert.deepEqual(holder, { state: "known", name: "JANE MBALLA", is_active: null });
    assert.deepEqual(await provider.lookUp?.(account, "+237699000007", exchange), { state: "not_found" });
    const wrong = { id: "con_pin", settings: { ...fake.settings, pin: "1357" } };
    const unknown = await provider.lookUp?.(wrong, "+237699000000", exchange);
    assert.deepEqual(unknown, { state: "unreachable", cause: { code: "status", detail: "417" } });
  });
});
