import { type Columns, rowsFrom, sql, type Tx } from "#db/tx.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { MINUTE_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { tooManyRequests, windowCounter } from "./rate-limit.ts";

/**
 * The most wrong keys, public or private, per address and minute, in all processes together. Valid keys do not count.
 */
export const WRONG_KEYS_MAX = 100;
/**
 * The most key lookups per second and process for a blocked address. A valid key from a shared address can still
 * succeed, and guesses cost the database no more than this.
 */
export const LOOKUPS_WHEN_BLOCKED = 5;

const MESSAGE = "Too many requests with a wrong API key";
const PURPOSE = "wrong API key";

/** The limit on guessing API keys, by address. */
export interface WrongKeyLimiter {
  /**
   * Call before keys are looked up. Throws `too_many_requests` for a blocked address, unless all keys were valid
   * recently.
   */
  check(address: string, were_valid: boolean): void;
  /** Counts a wrong key. Throws `too_many_requests` beyond the limit. */
  count(address: string): void;
  /** Adds this process's counts to the shared ones, and reads the addresses over the limit. */
  synchronize(tx: Tx): Promise<void>;
}

interface WrongKeyDelta {
  readonly fingerprint: Buffer;
  readonly times: number;
}

const delta_columns: Columns<keyof WrongKeyDelta> = { fingerprint: "bytea", times: "int" };

export function openWrongKeyLimiter(): WrongKeyLimiter {
  const countWrong = windowCounter(MINUTE_MS);
  const countLookup = windowCounter(SECOND_MS);
  const unsent = new Map<string, number>();
  /** The end of each address's block, on the clock of `performance.now`. */
  const blocked = new Map<string, number>();

  function blockedFor_s(address: string): number {
    return Math.ceil(((blocked.get(address) ?? 0) - performance.now()) / SECOND_MS);
  }

  return {
    check(address, were_valid) {
      if (were_valid) return;
      if (blockedFor_s(addressFingerprint(address)) <= 0) return;
      const { times, ends_in_s } = countLookup(address);
      if (times > LOOKUPS_WHEN_BLOCKED) throw tooManyRequests(ends_in_s, MESSAGE, "too_many_wrong_keys");
    },
    count(address) {
      const address_key = addressFingerprint(address);
      unsent.set(address_key, (unsent.get(address_key) ?? 0) + 1);
      const { times, ends_in_s } = countWrong(address_key);
      if (times >= WRONG_KEYS_MAX) blocked.set(address_key, performance.now() + ends_in_s * SECOND_MS);
      if (times > WRONG_KEYS_MAX) throw tooManyRequests(ends_in_s, MESSAGE, "too_many_wrong_keys");
      const wait_s = blockedFor_s(address_key);
      if (wait_s > 0 && times < WRONG_KEYS_MAX) throw tooManyRequests(wait_s, MESSAGE, "too_many_wrong_keys");
    },
    async synchronize(tx) {
      const sending = [...unsent];
      const deltas = sending.map(([address_key, times]) => ({
        fingerprint: Buffer.from(address_key, "base64"),
        times,
      }));
      if (deltas.length > 0) await insertDeltas(tx, deltas);
      for (const [address_key, times] of sending) {
        const remaining = (unsent.get(address_key) ?? 0) - times;
        if (remaining > 0) unsent.set(address_key, remaining);
        else unsent.delete(address_key);
      }
      const now_ms = performance.now();
      for (const [address_key, until_ms] of blocked) if (until_ms <= now_ms) blocked.delete(address_key);
      for (const { fingerprint, ends_in_ms } of await findBlocked(tx)) {
        blocked.set(fingerprint.toString("base64"), now_ms + ends_in_ms);
      }
    },
  };
}

/** Addresses are personal data: they are counted and shared as fingerprints. */
function addressFingerprint(address: string): string {
  return fingerprint(PURPOSE, address).toString("base64");
}

async function insertDeltas(tx: Tx, deltas: readonly WrongKeyDelta[]): Promise<void> {
  const sorted = [...deltas].sort((first, second) => Buffer.compare(first.fingerprint, second.fingerprint));
  await tx.run(sql`delete from wrong_keys where ends_at <= ${tx.now}`);
  await tx.run(sql`
    insert into wrong_keys as kept (fingerprint, times, ends_at)
    select fingerprint, times, ${plus(tx.now, MINUTE_MS)}::timestamptz from ${rowsFrom(sorted, delta_columns, "input")}
    order by fingerprint
    on conflict (fingerprint) do update set times = kept.times + excluded.times`);
}

async function findBlocked(tx: Tx): Promise<readonly { readonly fingerprint: Buffer; readonly ends_in_ms: number }[]> {
  return tx.rows<{ fingerprint: Buffer; ends_in_ms: number }>(sql`
    select fingerprint, (extract(epoch from ends_at - ${tx.now}::timestamptz) * 1000)::float8 as ends_in_ms
    from wrong_keys
    where times >= ${WRONG_KEYS_MAX} and ends_at > ${tx.now}`);
}
