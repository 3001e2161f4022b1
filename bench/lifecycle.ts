import { setTimeout as sleep } from "node:timers/promises";
import { type BenchOptions, type Figures, rounded } from "./figure.ts";
import { openReceiver, type Receiver, send, subscribe, UNLIMITED_WEBHOOKS } from "./receiver.ts";
import { openStage, type Stage } from "./stage.ts";

const FUNDS = 1_000_000_000;
const SENDERS = 32;
// The maximum number of transfers between acceptance and last delivery; the next is sent when one ends.
const UNDER_WAY_MAX = 2_000;
const WARM_UP_S = 5;
const POLL_INTERVAL_MS = 5;
const GIVE_UP_MS = 60_000;

interface Run {
  readonly accepted: number;
  readonly ended: number;
  readonly seconds: number;
  readonly per_second: number;
}

/**
 * LIFE: transfers per second from the request to the delivery of `transfer.complete`, in a steady state. The figure has
 * no target: it holds if every event arrived and the ledger audit passes.
 */
export async function benchLifecycle({ is_short, report }: BenchOptions): Promise<Figures> {
  const stage = await openStage({ environment: UNLIMITED_WEBHOOKS, is_short });
  const receiver = await openReceiver();
  try {
    stage.fund(FUNDS);
    receiver.setSecret(await subscribe(stage, receiver.url));
    const run = await steady(stage, receiver, is_short ? 0.5 : WARM_UP_S, is_short ? 2 : 30);
    report(`${run.ended} whole lives in ${run.seconds} s: ${run.per_second}/s`);
    await stage.waitUntilIdle();
    receiver.verify();
    stage.audit();
    return { LIFE: { value: run.per_second, unit: "whole lives/s", target: 0, holds: true, runs: [run] } };
  } finally {
    receiver.close();
    await stage.close();
  }
}

async function steady(stage: Stage, receiver: Receiver, warm_up_s: number, seconds: number): Promise<Run> {
  let accepted = 0;
  let is_over = false;
  const sending = Array.from({ length: SENDERS }, async () => {
    while (!is_over) {
      if (accepted - receiver.complete() >= UNDER_WAY_MAX) await sleep(POLL_INTERVAL_MS);
      else {
        accepted += 1;
        await send(stage, "/transfers", anOrder(accepted));
      }
    }
  });
  const timing = (async () => {
    await sleep(warm_up_s * 1_000);
    const [from_ms, before, began] = [performance.now(), receiver.complete(), accepted];
    await sleep(seconds * 1_000);
    const passed_s = (performance.now() - from_ms) / 1_000;
    const ended = receiver.complete() - before;
    is_over = true;
    const per_second = rounded(ended / passed_s);
    return { accepted: accepted - began, ended, seconds: rounded(passed_s), per_second };
  })();
  const [run] = await Promise.all([timing, ...sending]);
  const give_up_at = Date.now() + GIVE_UP_MS;
  while (receiver.complete() < accepted) {
    if (Date.now() > give_up_at)
      throw new Error(`${receiver.complete()} of ${accepted} transfers were reported complete`);
    await sleep(POLL_INTERVAL_MS);
  }
  return run;
}

function anOrder(number: number) {
  return {
    ...{ amount: 100 + (number % 900), currency: "XAF", channel: "cm.mtn", reference: `life-${number}` },
    beneficiary_data: { name: `Person ${number % 5_000}`, phone: `+2376${71_100_000 + (number % 5_000)}` },
  };
}
