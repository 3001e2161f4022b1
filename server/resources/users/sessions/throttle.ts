import { setTimeout as wait } from "node:timers/promises";
import type { Tx } from "#db/tx.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { semaphore } from "#kernel/semaphore.ts";
import { DAY_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { countFailures, decrementFailures, deleteFailures } from "./store.ts";

const PURPOSE = "sign-in failure";
const FAILURE_TTL_MS = DAY_MS;
const FIRST_DELAY_MS = 250;
/** The longest delay. Failures by strangers only delay a try with the right password; they never block it. */
export const DELAY_MAX_MS = 10 * SECOND_MS;

/** The maximum of delayed tries that wait at the same time in one process, per address or device. */
export const DELAYED_PER_CALLER_MAX = 8;
/** Per account, for callers who have failed there before. A caller's first try does not count. */
export const DELAYED_PER_ACCOUNT_MAX = 4;
export const DELAYED_MAX = 1_000;

/**
 * Limits of wrong tries. The first `free` tries are not delayed; each further one doubles the delay. After `most` tries
 * all further ones are refused, until a day has passed since the last.
 */
export const THROTTLE_LIMITS = {
  /** Tries from a known device of one person: other callers cannot use them up. */
  device: { free: 5, most: null },
  /** Tries at one account from one address, by unknown devices. */
  pair: { free: 5, most: null },
  /** Tries at one account from all addresses, by unknown devices. */
  account: { free: 20, most: null },
  /** Tries from one address at all accounts: an attacker with leaked passwords, or an office behind one address. */
  address: { free: 50, most: null },
  /**
   * Wrong authenticator codes by a caller who has the password. At any time three of the million codes are valid. Known
   * devices and open sessions have counters of their own.
   */
  code: { free: 5, most: 100 },
  /** Recovery codes, by a caller who has the password. They have 50 bits, so the number of tries needs no limit. */
  recovery: { free: 5, most: null },
  /** The password at a step-up, by a caller with an open session. */
  proof: { free: 5, most: 100 },
  /** Requests for reset links from one address: an office on a Monday, or an attacker who tries addresses. */
  link: { free: 20, most: null },
  /** How often a person's sign-ins have cleared the counter of an address. */
  cleared: { free: 0, most: null },
} as const;

export interface ThrottleKey {
  readonly limit: keyof typeof THROTTLE_LIMITS;
  readonly subject: string;
}

type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Counts a try as wrong before it is checked, so that parallel tries cannot pass the limit. Then waits; the delay grows
 * with the number of earlier failures. Throws `too_many_requests` if too many tries are waiting, and `forbidden` beyond
 * `most`.
 */
export async function delayTry(transact: Transact, tries: readonly ThrottleKey[]): Promise<void> {
  const failures = await transact((tx) => countTries(tx, tries));
  const delay_ms = Math.max(...tries.map((one, index) => delayOf(one, failures[index] ?? 0)));
  if (delay_ms === 0) return;
  const release = delayed_tries.tryAcquire(semaphoreKeys(tries, failures));
  if (!release) throw tooManyDelayedTries();
  await wait(delay_ms, undefined, { ref: false });
  release();
}

const delayed_tries = semaphore(DELAYED_MAX, [DELAYED_PER_CALLER_MAX, DELAYED_PER_ACCOUNT_MAX]);

/** The semaphore keys of a delayed try: the caller's, and the account's if the caller has failed there before. */
function semaphoreKeys(tries: readonly ThrottleKey[], failures: readonly number[]): readonly string[] {
  const [first] = tries;
  const caller = tries.find(({ limit }) => limit === "address") ?? first;
  const account = tries.find(({ limit }) => limit === "account") ?? first;
  const is_new = first?.limit === "pair" && delayOf(first, failures[0] ?? 0) === 0;
  return [keyText(caller), keyText(is_new ? first : account)];
}

function keyText(throttle_key: ThrottleKey | undefined): string {
  return `${throttle_key?.limit} ${throttle_key?.subject}`;
}

/**
 * Counts a try for each key. Returns the failures of each. Throws `forbidden` beyond `most`, and then counts nothing.
 */
export async function countTries(tx: Tx, tries: readonly ThrottleKey[]): Promise<readonly number[]> {
  const counted = await countFailures(tx, tries.map(hashKey), plus(tx.now, -FAILURE_TTL_MS));
  return tries.map((one) => {
    const failures = counted.get(hashKey(one).toString("hex")) ?? 1;
    const { most } = THROTTLE_LIMITS[one.limit];
    if (most !== null && failures > most) throw triesExhausted(one.limit);
    return failures;
  });
}

/** The delay in milliseconds: 250 for the first try beyond `free`, doubled for each further one. */
export function delayOf({ limit }: ThrottleKey, failures: number): number {
  const beyond = failures - THROTTLE_LIMITS[limit].free;
  return beyond <= 0 ? 0 : Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(beyond - 1, 20));
}

function tooManyDelayedTries(): ServiceError {
  const retry_after_s = DELAY_MAX_MS / SECOND_MS;
  return new ServiceError("too_many_tries", "Too many tries: wait a moment, then try again", { retry_after_s });
}

function triesExhausted(limit: ThrottleKey["limit"]): ServiceError {
  if (limit === "proof") {
    const text = "Too many wrong passwords: sign in again";
    return new ServiceError("password_tries_exhausted", text, {
      fields: {
        password: [fieldError("password_tries_exhausted", text)],
      },
    });
  }
  const text =
    "Too many wrong codes today: use a recovery code, a passkey, or a browser you have signed in with before";
  return new ServiceError("code_tries_exhausted", text, {
    fields: { code: [fieldError("code_tries_exhausted", text)] },
  });
}

/**
 * Clears the counters after a successful try. Per person, the counter of an IP address is cleared once a day, and
 * otherwise reduced by one. Without this limit an attacker could reset it by signing in to an account of their own.
 */
export async function clearFailures(tx: Tx, person: string, tries: readonly ThrottleKey[]): Promise<void> {
  const address = tries.find(({ limit }) => limit === "address");
  await deleteFailures(tx, tries.filter((one) => one !== address).map(hashKey));
  if (!address) return;
  const [times] = await countTries(tx, [{ limit: "cleared", subject: `${person} ${address.subject}` }]);
  if (times === 1) await deleteFailures(tx, [hashKey(address)]);
  else await decrementFailures(tx, hashKey(address));
}

function hashKey({ limit, subject }: ThrottleKey): Buffer {
  return fingerprint(PURPOSE, `${limit} ${subject}`);
}
