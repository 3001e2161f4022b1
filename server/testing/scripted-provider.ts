import type { Observation, Order, Provider, Submission } from "#providers/provider.ts";

/** A provider that follows a test's script and records its calls. It replaces the sandbox. */
export interface ScriptedProvider extends Provider {
  readonly submitted: readonly Order[];
  readonly asked: readonly Order[];
  /** Sets the script from now on. */
  onSubmit(script: (order: Order, time: number) => Submission): void;
  onAsk(script: (order: Order, time: number) => Observation): void;
}

export function scriptedProvider(): ScriptedProvider {
  const submitted: Order[] = [];
  const asked: Order[] = [];
  let submit = (_order: Order, _time: number): Submission => ({ outcome: "accepted" });
  let ask = (_order: Order, _time: number): Observation => ({ state: "pending" });
  return {
    id: "sandbox",
    capabilities: { kinds: ["transfer", "collect", "refund"], prepares_remotely: false, is_idempotent: true },
    settings: [],
    shown: new Set(),
    submitted,
    asked,
    onSubmit(script) {
      submit = script;
    },
    onAsk(script) {
      ask = script;
    },
    prepare: (order) => Promise.resolve({ provider_reference: `ref-${order.attempt}` }),
    submit(order) {
      submitted.push(order);
      return Promise.resolve(submit(order, submitted.length));
    },
    ask(order) {
      asked.push(order);
      return Promise.resolve(ask(order, asked.length));
    },
    readNotice: () => true,
  };
}
