import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { AttemptKind } from "#providers/attempts.ts";

/** The kinds of orders that a schedule can have charges for. */
export const CHARGED_KINDS = ["transfer", "collect", "refund", "withdrawal"] as const satisfies readonly AttemptKind[];

/** The highest charge, tax or amount in a band, in the smallest unit: far above every channel's limit. */
export const CHARGE_MAX = 900_000_000_000_000n;

export const CHARGE_NOTE_MAX = 500;

/** The owner of a provider account. The schedule stays when the account's credentials change. */
export interface ChargeAccount {
  readonly provider: string;
  readonly environment: Environment;
  /** Null: the platform operator's account, and the sandbox. */
  readonly merchant: Id<"mer"> | null;
}

/** The charge of orders from `from_amount` on, up to the next band. */
export interface ChargeBand {
  readonly from_amount: bigint;
  /** In basis points of the order's amount: 150 is 1.5 %. */
  readonly percent_bp: number;
  readonly fixed: bigint;
  /** In basis points of the charge: the tax that the provider adds. */
  readonly tax_bp: number;
}

/** A row of `charge_bands`. */
export interface ChargeBandRow extends ChargeAccount, ChargeBand {
  readonly kind: AttemptKind;
  /** `*` stands for every channel without bands of its own. */
  readonly channel: string;
}

/** The charge of an order at its provider, in the smallest unit. */
export interface Charge {
  /** Without the tax. */
  readonly amount: bigint;
  readonly tax: bigint;
}

export const CHARGE_SOURCES = ["schedule", "provider", "statement", "operator"] as const;

/** A row of `charges`: the whole charge of an order from then on. */
export interface ChargeRow extends Scope, Charge {
  readonly id: Id<"chg">;
  readonly attempt: string;
  readonly sequence: number;
  readonly currency: string;
  readonly source: (typeof CHARGE_SOURCES)[number];
  readonly statement: Id<"stm"> | null;
  readonly note: string | null;
  readonly created_at: Instant;
}
