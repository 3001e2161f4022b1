import { setTimeout as wait } from "node:timers/promises";
import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { seats } from "#kernel/seats.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { DAY_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { count, forget, takeBack } from "./store.ts";

const PURPOSE = "sign-in failure";
const FORGOTTEN_AFTER_MS = DAY_MS;
const FIRST_DELAY_MS = 250;
/** The cap on the delay: the right password opens a session, whatever the number of strangers' failures. */
export const DELAY_MAX_MS = 10 * SECOND_MS;

/** Delayed tries that may wait in one process: of one address or device. */
export const DELAYED_OF_CALLER_MAX = 8;
/** Of one account, by callers who have failed there before; a caller's first try does not count. */
export const DELAYED_OF_ACCOUNT_MAX = 4;
export const DELAYED_MAX = 1_000;

/**
 * Limits of wrong tries, by the group that could have made them. The first `free` tries are not delayed; each further
 * one doubles the delay. After `most` tries all are refused until a day has passed since the last.
 */
export const LIMITS = {
  /** A known device of one person: others cannot use up its tries. */
  device: { free: 5, most: null },
  /** One account from one address, by an unknown device. */
  pair: { free: 5, most: null },
  /** One account, by unknown devices from everywhere. */
  account: { free: 20, most: null },
  /** Many accounts from one address: a list of leaked passwords; or an office. */
  address: { free: 50, most: null },
  /**
   * Codes of an app, by a caller with the password: a million codes, three of them valid at a time. A known device and
   * an open session have counters of their own.
   */
  code: { free: 5, most: 100 },
  /** Recovery codes, by a caller with the password: 50 bits, so the number of tries does not matter. */
  recovery: { free: 5, most: null },
  /** The password, by a caller with an open session. */
  proof: { free: 5, most: 100 },
  /** Links for new passwords, by one address: an office on a Monday, or an attacker who tries names. */
  link: { free: 20, most: null },
  /** The number of times that a person has cleared the counter of an address. */
  cleared: { free: 0, most: null },
} as const;

export interface Counted {
  readonly limit: keyof typeof LIMITS;
  readonly who: string;
}

type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Counts a try as wrong before checking it, so that parallel tries cannot pass the limit, and delays it by the number of earlier
 * failures. Throws `too_many_requests` if too many tries wait already, and `forbidden` beyond `most`.
 */
export async function admitTry(transact: Transact, tries: readonly Counted[]): Promise<void> {
  const failures = await transact((tx) => countTries(tx, tries));
  const delay_ms = Math.max(...tries.map((one, place) => delayOf(one, failures[place] ?? 0)));
  if (delay_ms === 0) return;
  const leave = delayed.take(placesOf(tries, failures));
  if (!leave) throw tooManyAtOnce();
  await wait(delay_ms, undefined, { ref: false });
  leave();
}

const delayed = seats(DELAYED_MAX, [DELAYED_OF_CALLER_MAX, DELAYED_OF_ACCOUNT_MAX]);

/** The semaphore keys of a delayed try: its caller, and its account if the caller has failed there before. */
function placesOf(tries: readonly Counted[], failures: readonly number[]): readonly string[] {
  const [first] = tries;
  const caller = tries.find(({ limit }) => limit === "address") ?? first;
  const account = tries.find(({ limit }) => limit === "account") ?? first;
  const is_new = first?.limit === "pair" && delayOf(first, failures[0] ?? 0) === 0;
  return [nameOf(caller), nameOf(is_new ? first : account)];
}

function nameOf(counted: Counted | undefined): string {
  return `${counted?.limit} ${counted?.who}`;
}

/** Counts a try for each. Returns the failures of each. Throws `forbidden`, and then counts nothing. */
export async function countTries(tx: Tx, tries: readonly Counted[]): Promise<readonly number[]> {
  const counted = await count(tx, tries.map(keyOf), plus(tx.now, -FORGOTTEN_AFTER_MS));
  return tries.map((one) => {
    const failures = counted.get(keyOf(one).toString("hex")) ?? 1;
    const { most } = LIMITS[one.limit];
    if (most !== null && failures > most) throw noMoreTries(one.limit);
    return failures;
  });
}

/** The delay in milliseconds: 250 for the first try beyond `free`, doubled for each further one. */
export function delayOf({ limit }: Counted, failures: number): number {
  const beyond = failures - LIMITS[limit].free;
  return beyond <= 0 ? 0 : Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(beyond - 1, 20));
}

function tooManyAtOnce(): ServiceError {
  const retry_after_s = DELAY_MAX_MS / SECOND_MS;
  return new ServiceError("too_many_requests", "Too many tries: wait a moment, then try again", undefined, {
    retry_after_s,
  });
}

function noMoreTries(limit: Counted["limit"]): ServiceError {
  if (limit === "proof") {
    const text = "Too many wrong passwords: sign in again";
    return new ServiceError("forbidden", text, { password: [text] });
  }
  const text =
    "Too many wrong codes today: use a recovery code, a passkey, or a browser you have signed in with before";
  return new ServiceError("forbidden", text, { code: [text] });
}

/**
 * Clears the counters after a right try. The counter of an IP address is cleared once a day and person, else lowered by
 * one. Otherwise an attacker could reset it by signing in to an account of their own.
 */
export async function forgive(tx: Tx, person: string, tries: readonly Counted[]): Promise<void> {
  const address = tries.find(({ limit }) => limit === "address");
  await forget(tx, tries.filter((one) => one !== address).map(keyOf));
  if (!address) return;
  const [times] = await countTries(tx, [{ limit: "cleared", who: `${person} ${address.who}` }]);
  if (times === 1) await forget(tx, [keyOf(address)]);
  else await takeBack(tx, keyOf(address));
}

function keyOf({ limit, who }: Counted): Buffer {
  return fingerprint(PURPOSE, `${limit} ${who}`);
}
