import { Nullable, type Static, Type } from "#kernel/fields.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/time.ts";

/** The longest time within which a second transfer is a possible duplicate. */
export const GUARD_MINUTES_MAX = (7 * DAY_MS) / MINUTE_MS;
/** The time for a request with `allow_duplicate: false` of a merchant whose guard is off. */
export const DEFAULT_GUARD_MINUTES = DAY_MS / MINUTE_MS;

/** A field of the requests that create transfers. */
export const AllowDuplicate = Type.Boolean({
  description:
    "`false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: " +
    "accept it. Absent: as the merchant has set it; the guard is off by default.",
});

const minutes = Type.Integer({
  minimum: 1,
  maximum: GUARD_MINUTES_MAX,
  description: "The time within which a transfer of the same amount to the same payee is refused.",
  examples: [1440],
  "x-message": `Enter a number of minutes from 1 to ${GUARD_MINUTES_MAX}`,
});

/** A merchant's guard; null when it is off. */
export const DuplicateGuard = Nullable(Type.Object({ minutes }));
export type DuplicateGuard = Static<typeof DuplicateGuard>;

export const NewDuplicateGuard = Type.Object({ minutes: Type.Optional(minutes) });

export type NewDuplicateGuard = Static<typeof NewDuplicateGuard>;

/** A row of `duplicate_guards`. */
export interface GuardRow extends Scope {
  readonly minutes: number;
}

/** The payee and the amount by which the guard recognizes a duplicate. */
export interface GuardKey extends Scope {
  /** As `payeeOf` of the limits identifies it. */
  readonly payee: string;
  readonly amount: bigint;
  readonly currency: string;
}

/** An order that takes part in the guard. */
export interface GuardedOrder extends GuardKey {
  /** Whether it is accepted even if it is a possible duplicate. */
  readonly is_allowed: boolean;
  readonly minutes: number;
}
