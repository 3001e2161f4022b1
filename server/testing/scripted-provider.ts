import type { Observation, Provider, ProviderOrder, SubmissionResult } from "#providers/provider.ts";

/** A provider that follows a test's script and records its calls. It replaces the sandbox. */
export interface ScriptedProvider extends Provider {
  readonly submitted: readonly ProviderOrder[];
  readonly queried: readonly ProviderOrder[];
  /** Sets the script for all later calls. */
  onSubmit(script: (order: ProviderOrder, attempt_number: number) => SubmissionResult): void;
  onQuery(script: (order: ProviderOrder, attempt_number: number) => Observation): void;
}

export function scriptedProvider(): ScriptedProvider {
  const submitted: ProviderOrder[] = [];
  const queried: ProviderOrder[] = [];
  let submit = (_order: ProviderOrder, _time: number): SubmissionResult => ({ outcome: "accepted" });
  let query = (_order: ProviderOrder, _time: number): Observation => ({ state: "pending" });
  return {
    id: "sandbox",
    capabilities: { kinds: ["transfer", "collect", "refund"], prepares_remotely: false, is_idempotent: true },
    settings: [],
    loggable_fields: new Set(),
    submitted,
    queried,
    onSubmit(script) {
      submit = script;
    },
    onQuery(script) {
      query = script;
    },
    prepare: (order) => Promise.resolve({ provider_reference: `ref-${order.attempt}` }),
    submit(order) {
      submitted.push(order);
      return Promise.resolve(submit(order, submitted.length));
    },
    queryStatus(order) {
      queried.push(order);
      return Promise.resolve(query(order, queried.length));
    },
    isCallback: () => true,
  };
}
