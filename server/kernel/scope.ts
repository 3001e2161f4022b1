import type { Id } from "./ids.ts";

export const ENVIRONMENTS = ["test", "live"] as const;

/** Where a key acts. Nothing links a row of one environment with a row of the other. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Whose rows a piece of work may touch. Every query on a merchant's rows names both. */
export interface Scope {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
}
