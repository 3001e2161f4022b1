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

/** The rows of docs/reference/limits.md about passwords, codes and links. */
export function signInLimits(): readonly (readonly [string, string])[] {
  return [
    [
      "Wrong passwords that are not delayed",
      `${TRIES.pair.free} at an account from one address, ${TRIES.account.free} at an account, ${TRIES.address.free} from an address; forgotten after a day`,
    ],
    ["Delay of a try after that", `from 250 ms, twice as long each time, to ${DELAY_MAX_MS / 1_000} s`],
    [
      "Delayed tries that wait at once",
      `${DELAYED_PER_CALLER_MAX} of an address, ${DELAYED_PER_ACCOUNT_MAX} at an account, ${DELAYED_MAX} of one process`,
    ],
    [
      "Failed sign-ins in the audit log",
      `the 1st, 10th, 100th … from one address in a day; ${FAILURES_RECORDED_PER_HOUR_MAX} an hour at an account`,
    ],
    ["Wrong codes a day", `${TRIES.code.most} on new devices, of one known device, or in one session`],
    [
      "A known device",
      `${DEVICE_RETENTION_DAYS} days since the last sign-in; of ${USERS_PER_DEVICE_MAX} people in one browser`,
    ],
    ["A link for a forgotten password", `${LINK_MINUTES} minutes, once; ${VALID_LINKS_MAX} at a time and person`],
  ];
}
