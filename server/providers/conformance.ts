import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds, plus } from "#kernel/time.ts";
import type { Exchange } from "./exchange.ts";
import {
  type Account,
  FAILURE_CODES,
  type Observation,
  type Order,
  type OrderKind,
  type Provider,
} from "./provider.ts";

/** The input of the conformance test: a plug-in, and numbers with a known fate at its (fake) server. */
export interface Examinee {
  readonly provider: Provider;
  readonly exchange: Exchange;
  readonly account: Account | null;
  readonly channel: string;
  readonly currency: string;
  readonly receivers: {
    readonly success: string;
    /** Refused for good, with one of the shared failure codes. */
    readonly refused: string;
    /** Submitted without an answer; the result is known after `settles_after_ms`. */
    readonly no_answer: string;
    /** Accepted, and pending until `settles_after_ms`. */
    readonly slow: string;
  };
  readonly settles_after_ms: number;
  /** Advances the clock of the provider's server, if it has one of its own. */
  advance?(ms: number): void;
  /**
   * The sum that really moved at the provider for an order, in the currency's smallest unit. Absent if the server keeps
   * no such record.
   */
  moved?(order: Order): bigint;
}

const AMOUNT = 500n;
const now = fromMilliseconds(Date.UTC(2026, 2, 1, 12));

/** The tests that every plug-in passes. Called from the plug-in's own test, with its own server. */
export function conformance(name: string, open: () => Promise<Examinee> | Examinee): void {
  describe(`${name} keeps a plug-in's promises`, () => {
    it("prepare chooses a reference, and does nothing else, however often it is called", async () => {
      const examinee = await open();
      const order = await prepared(examinee, examinee.receivers.success);
      assert.ok(order.provider_reference);
      const asked = await examinee.provider.ask(sent(order), examinee.exchange);
      assert.notEqual(asked.state, "failed");
      if (examinee.moved) assert.equal(examinee.moved(order), 0n);
    });

    it("an order to a good number ends complete, with the amount that was ordered", async () => {
      const examinee = await open();
      const order = sent(await prepared(examinee, examinee.receivers.success));
      const submission = await examinee.provider.submit(order, examinee.exchange);
      assert.ok(["complete", "accepted"].includes(submission.outcome), submission.outcome);
      assertComplete(order, await askLater(examinee, order));
      if (examinee.moved) assert.equal(examinee.moved(order), AMOUNT);
    });

    it("an order that is refused ends so, with a shared code and a sentence", async () => {
      const examinee = await open();
      const order = sent(await prepared(examinee, examinee.receivers.refused));
      const submission = await examinee.provider.submit(order, examinee.exchange);
      const failure = submission.outcome === "rejected" ? submission.failure : await failureOf(examinee, order);
      assert.ok(FAILURE_CODES.includes(failure.code), failure.code);
      assert.match(failure.reason, /^[A-Z].{10,}/);
      if (examinee.moved) assert.equal(examinee.moved(order), 0n);
    });

    it("an order without an answer is unknown, never a failure, and is found again by its reference", async () => {
      const examinee = await open();
      const order = sent(await prepared(examinee, examinee.receivers.no_answer));
      assert.equal((await examinee.provider.submit(order, examinee.exchange)).outcome, "unknown");
      const at_once = await examinee.provider.ask(order, examinee.exchange);
      assert.ok(["pending", "not_found", "unreachable", "complete"].includes(at_once.state), at_once.state);
      assertComplete(order, await askLater(examinee, order));
    });

    it("an order that takes its time is pending until it has ended", async () => {
      const examinee = await open();
      const order = sent(await prepared(examinee, examinee.receivers.slow));
      assert.equal((await examinee.provider.submit(order, examinee.exchange)).outcome, "accepted");
      assert.equal((await examinee.provider.ask(order, examinee.exchange)).state, "pending");
      assertComplete(order, await askLater(examinee, order));
    });

    it("the same order sent twice moves money once", async () => {
      const examinee = await open();
      if (!examinee.moved || !examinee.provider.capabilities.is_idempotent) return;
      const order = sent(await prepared(examinee, examinee.receivers.success));
      await examinee.provider.submit(order, examinee.exchange);
      const again = await examinee.provider.submit(order, examinee.exchange);
      assert.notEqual(again.outcome, "rejected");
      await askLater(examinee, order);
      assert.equal(examinee.moved(order), AMOUNT);
    });

    it("a notice is never more than a hint, and nonsense is no notice", async () => {
      const { provider } = await open();
      for (const body of ["", "{", "<html>", '{"status":"SUCCESSFUL"}', "\0", "[]"]) {
        assert.equal(typeof provider.readNotice({ method: "POST", headers: {}, body }), "boolean");
      }
    });
  });
}

async function prepared(examinee: Examinee, receiver: string): Promise<Order> {
  const order = anOrder(examinee, receiver, "transfer");
  const first = await examinee.provider.prepare(order, examinee.exchange);
  assert.ok(first, "prepare reaches the provider");
  assert.ok(await examinee.provider.prepare(order, examinee.exchange));
  return { ...order, provider_reference: first.provider_reference };
}

function anOrder({ currency, provider, account, channel }: Examinee, receiver: string, kind: OrderKind): Order {
  const attempt = newId("att", now);
  return {
    ...{ attempt, environment: "test", account, kind, channel, amount: AMOUNT, currency, receiver },
    ...{ receiver_name: "Jane Mballa", bank_code: null, country: "CM", reference: `trf.${attempt}` },
    ...{ description: "Salaire de l'été", refund_of: null, provider_reference: null, sent_at: null, now },
    notice_url: `http://127.0.0.1:1/notices/${provider.id}/nobody-listens`,
  };
}

function sent(order: Order): Order {
  return { ...order, sent_at: now };
}

async function askLater(examinee: Examinee, order: Order): Promise<Observation> {
  examinee.advance?.(examinee.settles_after_ms);
  return examinee.provider.ask({ ...order, now: plus(order.now, examinee.settles_after_ms) }, examinee.exchange);
}

async function failureOf(examinee: Examinee, order: Order) {
  const observation = await askLater(examinee, order);
  assert.ok(observation.state === "failed", observation.state);
  return observation.failure;
}

function assertComplete(order: Order, observation: Observation): void {
  assert.ok(observation.state === "complete", observation.state);
  assert.ok(observation.amount === null || observation.amount === order.amount);
}
