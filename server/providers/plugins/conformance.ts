import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FAILURE_CODES } from "#kernel/failure-codes.ts";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds, plus } from "#kernel/time.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type {
  AccountCredentials,
  Observation,
  OrderKind,
  Provider,
  ProviderOrder,
  SubmissionResult,
} from "#providers/provider.ts";

/** The input of the conformance test: a plug-in, and numbers with a known fate at its (fake) server. */
export interface PluginUnderTest {
  readonly provider: Provider;
  readonly exchange: Exchange;
  readonly account: AccountCredentials | null;
  readonly channel: string;
  readonly currency: string;
  /** The provider's own name of the channel; absent: it needs none. */
  readonly wallet?: string | null;
  /** The country of the numbers; by default Cameroon. */
  readonly country?: string;
  readonly receivers: {
    readonly success: string;
    /** A number that is definitely refused, with one of the shared failure codes. */
    readonly refused: string;
    /** A number whose submission gets no answer; the result is known after `settles_after_ms`. */
    readonly no_answer: string;
    /** A number whose order is accepted, and pending until `settles_after_ms`. */
    readonly slow: string;
  };
  readonly settles_after_ms: number;
  /** The kind of order; by default a transfer. */
  readonly kind?: OrderKind;
  /** The order with the answer of its callbacks, for a provider that answers by callback. */
  withCallbacks?(order: ProviderOrder): Promise<ProviderOrder>;
  /** Advances the clock of the provider's server, if it has one of its own. */
  advance?(ms: number): void;
  /**
   * The sum that moved at the provider for an order, in the currency's smallest unit. Absent if the server keeps no
   * such record.
   */
  moved?(order: ProviderOrder): bigint;
}

const AMOUNT = 500n;
const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));

/** The tests that every plug-in passes. Called from the plug-in's own test, with its own server. */
export function conformance(name: string, open: () => Promise<PluginUnderTest> | PluginUnderTest): void {
  describe(`${name} conforms to the plug-in contract`, () => {
    it("prepare chooses a reference and has no other effect, however often it is called", async () => {
      const plugin = await open();
      const order = await preparedOrder(plugin, plugin.receivers.success);
      assert.ok(order.provider_reference);
      const observation = await plugin.provider.queryStatus(asSent(order), plugin.exchange);
      assert.notEqual(observation.state, "failed");
      if (plugin.moved) assert.equal(plugin.moved(order), 0n);
    });

    it("an order to a good number ends complete, with the amount that was ordered", async () => {
      const plugin = await open();
      const { order, submission } = await submitted(plugin, plugin.receivers.success);
      assert.ok(["complete", "accepted"].includes(submission.outcome), submission.outcome);
      assertComplete(order, await queryLater(plugin, order));
      if (plugin.moved) assert.equal(plugin.moved(order), AMOUNT);
    });

    it("a refused order ends as refused, with a shared code and a reason", async () => {
      const plugin = await open();
      const { order, submission } = await submitted(plugin, plugin.receivers.refused);
      const failure = submission.outcome === "rejected" ? submission.failure : await failureOf(plugin, order);
      assert.ok(FAILURE_CODES.includes(failure.code), failure.code);
      assert.match(failure.reason, /^[A-Z].{10,}/);
      if (plugin.moved) assert.equal(plugin.moved(order), 0n);
    });

    it("an order without an answer is unknown, never a failure, and is found again by its reference", async () => {
      const plugin = await open();
      const { order, submission } = await submitted(plugin, plugin.receivers.no_answer);
      assert.equal(submission.outcome, "unknown");
      const { state } = await plugin.provider.queryStatus(order, plugin.exchange);
      assert.ok(["pending", "not_found", "unreachable", "awaiting_callback", "complete"].includes(state), state);
      assertComplete(order, await queryLater(plugin, order));
    });

    it("a slow order is pending until it ends", async () => {
      const plugin = await open();
      const { order, submission } = await submitted(plugin, plugin.receivers.slow);
      assert.equal(submission.outcome, "accepted");
      const { state } = await plugin.provider.queryStatus(order, plugin.exchange);
      assert.equal(state, plugin.withCallbacks && state !== "pending" ? "awaiting_callback" : "pending");
      assertComplete(order, await queryLater(plugin, order));
    });

    it("an order sent twice moves money once", async () => {
      const plugin = await open();
      if (!plugin.moved || !plugin.provider.capabilities.is_idempotent) return;
      const order = asSent(await preparedOrder(plugin, plugin.receivers.success));
      await plugin.provider.submit(order, plugin.exchange);
      const again = await plugin.provider.submit(order, plugin.exchange);
      assert.notEqual(again.outcome, "rejected");
      await queryLater(plugin, order);
      assert.equal(plugin.moved(order), AMOUNT);
    });

    it("a callback only triggers a query, and an invalid one is dropped", async () => {
      const { provider } = await open();
      for (const body of ["", "{", "<html>", '{"status":"SUCCESSFUL"}', "\0", "[]"]) {
        const callback = {
          method: "POST",
          address: "192.0.2.1",
          url: "https://pay.example.cm/notices/x",
          headers: {},
          body,
        };
        assert.equal(typeof provider.isCallback(callback), "boolean");
        assert.equal(provider.readAnswer?.(callback) ?? null, null);
      }
    });
  });
}

/** A submitted order, as the engine knows it afterwards. */
async function submitted(
  plugin: PluginUnderTest,
  receiver: string,
): Promise<{ readonly order: ProviderOrder; readonly submission: SubmissionResult }> {
  const order = asSent(await preparedOrder(plugin, receiver));
  const submission = await plugin.provider.submit(order, plugin.exchange);
  const query_id = submission.outcome === "accepted" ? (submission.query_id ?? null) : null;
  return { order: { ...order, query_id }, submission };
}

async function preparedOrder(plugin: PluginUnderTest, receiver: string): Promise<ProviderOrder> {
  const order = testOrder(plugin, receiver, plugin.kind ?? "transfer");
  const first = await plugin.provider.prepare(order, plugin.exchange);
  assert.ok(first, "prepare reaches the provider");
  assert.ok(await plugin.provider.prepare(order, plugin.exchange));
  return { ...order, provider_reference: first.provider_reference };
}

function testOrder(
  { currency, provider, account, channel, wallet = null, country = "CM" }: PluginUnderTest,
  receiver: string,
  kind: OrderKind,
): ProviderOrder {
  const attempt = newId("att", now);
  return {
    ...{ attempt, environment: "test", account, kind, channel, wallet, amount: AMOUNT, currency, receiver },
    ...{ receiver_name: "Jane Mballa", bank_code: null, country, reference: `trf.${attempt}` },
    ...{
      description: "Salaire de l'été",
      refund_of: null,
      otp: null,
      return_url: null,
      provider_reference: null,
      sent_at: null,
      now,
    },
    callback_url: `http://127.0.0.1:1/notices/${provider.id}/${attempt}`,
  };
}

function asSent(order: ProviderOrder): ProviderOrder {
  return { ...order, sent_at: now };
}

async function queryLater(plugin: PluginUnderTest, order: ProviderOrder): Promise<Observation> {
  plugin.advance?.(plugin.settles_after_ms);
  const called_back = (await plugin.withCallbacks?.(order)) ?? order;
  return plugin.provider.queryStatus(
    { ...called_back, now: plus(order.now, plugin.settles_after_ms) },
    plugin.exchange,
  );
}

async function failureOf(plugin: PluginUnderTest, order: ProviderOrder) {
  const observation = await queryLater(plugin, order);
  assert.ok(observation.state === "failed", observation.state);
  return observation.failure;
}

function assertComplete(order: ProviderOrder, observation: Observation): void {
  assert.ok(observation.state === "complete", observation.state);
  assert.ok(observation.amount === null || observation.amount === order.amount);
}
