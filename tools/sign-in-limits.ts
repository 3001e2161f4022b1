import { DEVICE_RETENTION_DAYS, USERS_PER_DEVICE_MAX } from "../server/http/cookies.ts";
import { LINK_MINUTES, VALID_LINKS_MAX } from "../server/resources/users/forgotten-password.ts";
import { FAILURES_RECORDED_PER_HOUR_MAX } from "../server/resources/users/security-events.ts";
import {
  DELAY_MAX_MS,
  DELAYED_MAX,
  DELAYED_PER_ACCOUNT_MAX,
  DELAYED_PER_CALLER_MAX,
  THROTTLE_LIMITS as TRIES,
} from "../server/resources/users/sessions/throttle.ts";

/** Returns the rows of docs/reference/limits.md about passwords, codes and links. */
export function signInLimits(): readonly (readonly [string, string])[] {
  return [
    [
      "Wrong passwords that are not delayed",
      `${TRIES.pair.free} per account and IP address, ${TRIES.account.free} per account, ${TRIES.address.free} per IP address; counted for a day`,
    ],
    ["Delay of further attempts", `250 ms, doubled each time up to ${DELAY_MAX_MS / 1_000} s`],
    [
      "Concurrent delayed attempts",
      `${DELAYED_PER_CALLER_MAX} per IP address, ${DELAYED_PER_ACCOUNT_MAX} per account, ${DELAYED_MAX} per process`,
    ],
    [
      "Failed sign-ins in the audit log",
      `the 1st, 10th, 100th … from one IP address in a day; ${FAILURES_RECORDED_PER_HOUR_MAX} per hour and account`,
    ],
    [
      "Wrong codes per day",
      `${TRIES.code.most} from new devices, ${TRIES.code.most} from one known device, ${TRIES.code.most} in one session`,
    ],
    [
      "Retention of a known device",
      `${DEVICE_RETENTION_DAYS} days since the last sign-in; at most ${USERS_PER_DEVICE_MAX} people per browser`,
    ],
    [
      "A link for a forgotten password",
      `valid once, for ${LINK_MINUTES} minutes; at most ${VALID_LINKS_MAX} valid links per person`,
    ],
  ];
}
