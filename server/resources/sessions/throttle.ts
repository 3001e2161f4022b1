import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { DAY_MS, MINUTE_MS, plus, SECOND_MS, toMilliseconds } from "#kernel/time.ts";
import { type Count, count, findWait, forget, takeBack } from "./store.ts";

const PURPOSE = "sign-in failure";
const FORGOTTEN_AFTER_MS = DAY_MS;
const LONG_S = (15 * MINUTE_MS) / SECOND_MS;
// An account is tried from everywhere. The wait stays short: nobody can lock another person out.
const SHORT_S = 30;

/** The ways a wrong password or code is counted, and what they cost. */
export const LIMITS = {
  /** One account from one address: somebody who forgot, or guesses. */
  pair: { free: 5, wait_s_max: LONG_S },
  account: { free: 20, wait_s_max: SHORT_S },
  /** Many accounts from one address: a list of leaked passwords; or an office. */
  address: { free: 50, wait_s_max: LONG_S },
  /** Codes, by whoever has the password already. */
  code: { free: 5, wait_s_max: LONG_S },
  /** Links for new passwords, by one address: an office on a Monday, or somebody who tries names. */
  link: { free: 20, wait_s_max: LONG_S },
} as const;

export interface Counted {
  readonly limit: keyof typeof LIMITS;
  readonly who: string;
}

/**
 * Counts a try as wrong before it is looked at, so that many at once are not all looked at. Throws
 * `too_many_requests`, with the time to wait, and counts nothing then. Called in a transaction of its own.
 */
export async function countTry(tx: Tx, tries: readonly Counted[]): Promise<void> {
  const counts = tries.map(countOf).sort((a, b) => Buffer.compare(a.counted, b.counted));
  const counted = await count(tx, counts, plus(tx.now, -FORGOTTEN_AFTER_MS));
  if (counted === counts.length) return;
  const until = await findWait(
    tx,
    counts.map((one) => one.counted),
  );
  const wait_ms = until === null ? SECOND_MS : toMilliseconds(until) - toMilliseconds(tx.now);
  throw new ServiceError("too_many_requests", "Too many tries: wait a moment, then try again", undefined, {
    retry_after_s: Math.max(1, Math.ceil(wait_ms / SECOND_MS)),
  });
}

/** The try was right. Of an address only this one is forgiven: else an account of one's own would buy tries at others'. */
export async function forgive(tx: Tx, tries: readonly Counted[]): Promise<void> {
  const counted = (is_address: boolean): readonly Buffer[] =>
    tries.filter(({ limit }) => (limit === "address") === is_address).map((one) => countOf(one).counted);
  await forget(tx, counted(false));
  await takeBack(tx, counted(true));
}

function countOf({ limit, who }: Counted): Count {
  return { counted: fingerprint(PURPOSE, `${limit} ${who}`), ...LIMITS[limit] };
}
