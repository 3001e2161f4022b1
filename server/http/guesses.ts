import { type Columns, sql, type Tx, table } from "#db/tx.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { MINUTE_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { counter, tooMany } from "./limit.ts";

/**
 * The most wrong keys, public or private, per address and minute, in all processes together. Valid keys do not count.
 */
export const WRONG_KEYS_MAX = 100;
/**
 * Lookups per second and process for an address over the limit. A valid key from a shared address still succeeds, and
 * guesses cost the database no more than this.
 */
export const LOOK_UPS_WHEN_BLOCKED = 5;

const MESSAGE = "Too many requests with a wrong API key";
const PURPOSE = "wrong API key";

/** The limit on guessing API keys, by address. */
export interface Guesses {
  /**
   * Call before keys are looked up. Throws `too_many_requests` for a blocked address, unless all keys were valid
   * recently.
   */
  check(address: string, were_right: boolean): void;
  /** Counts a wrong key. Throws `too_many_requests` beyond the limit. */
  count(address: string): void;
  /** Adds this process's counts to the shared ones, and reads the addresses over the limit. */
  share(tx: Tx): Promise<void>;
}

interface Delta {
  readonly counted: Buffer;
  readonly times: number;
}

const delta_columns: Columns<keyof Delta> = { counted: "bytea", times: "int" };

export function openGuesses(): Guesses {
  const countWrong = counter(MINUTE_MS);
  const countLookUp = counter(SECOND_MS);
  const unsent = new Map<string, number>();
  /** The end of each address's block, on the clock of `performance.now`. */
  const blocked = new Map<string, number>();

  function blockedFor_s(address: string): number {
    return Math.ceil(((blocked.get(address) ?? 0) - performance.now()) / SECOND_MS);
  }

  return {
    check(address, were_right) {
      if (were_right) return;
      if (blockedFor_s(nameOf(address)) <= 0) return;
      const { times, ends_in_s } = countLookUp(address);
      if (times > LOOK_UPS_WHEN_BLOCKED) throw tooMany(ends_in_s, MESSAGE);
    },
    count(address) {
      const name = nameOf(address);
      unsent.set(name, (unsent.get(name) ?? 0) + 1);
      const { times, ends_in_s } = countWrong(name);
      if (times >= WRONG_KEYS_MAX) blocked.set(name, performance.now() + ends_in_s * SECOND_MS);
      if (times > WRONG_KEYS_MAX) throw tooMany(ends_in_s, MESSAGE);
      const wait_s = blockedFor_s(name);
      if (wait_s > 0 && times < WRONG_KEYS_MAX) throw tooMany(wait_s, MESSAGE);
    },
    async share(tx) {
      const sending = [...unsent];
      const deltas = sending.map(([name, times]) => ({ counted: Buffer.from(name, "base64"), times }));
      if (deltas.length > 0) await add(tx, deltas);
      for (const [name, times] of sending) {
        const left = (unsent.get(name) ?? 0) - times;
        if (left > 0) unsent.set(name, left);
        else unsent.delete(name);
      }
      const now_ms = performance.now();
      for (const [name, until_ms] of blocked) if (until_ms <= now_ms) blocked.delete(name);
      for (const { counted, ends_in_ms } of await listOver(tx)) {
        blocked.set(counted.toString("base64"), now_ms + ends_in_ms);
      }
    },
  };
}

/** Addresses are personal data: they are counted and shared as fingerprints. */
function nameOf(address: string): string {
  return fingerprint(PURPOSE, address).toString("base64");
}

async function add(tx: Tx, deltas: readonly Delta[]): Promise<void> {
  const sorted = [...deltas].sort((one, other) => Buffer.compare(one.counted, other.counted));
  await tx.run(sql`delete from wrong_keys where ends_at <= ${tx.now}`);
  await tx.run(sql`
    insert into wrong_keys as kept (counted, times, ends_at)
    select counted, times, ${plus(tx.now, MINUTE_MS)}::timestamptz from ${table(sorted, delta_columns, "given")}
    order by counted
    on conflict (counted) do update set times = kept.times + excluded.times`);
}

async function listOver(tx: Tx): Promise<readonly { readonly counted: Buffer; readonly ends_in_ms: number }[]> {
  return tx.rows<{ counted: Buffer; ends_in_ms: number }>(sql`
    select counted, (extract(epoch from ends_at - ${tx.now}::timestamptz) * 1000)::float8 as ends_in_ms
    from wrong_keys
    where times >= ${WRONG_KEYS_MAX} and ends_at > ${tx.now}`);
}
