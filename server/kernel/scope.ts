import type { Id } from "./ids.ts";

export const ENVIRONMENTS = ["test", "live"] as const;

/** Where a key acts. Nothing links a row of one environment with a row of the other. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Somebody who is signed in, where a person asks and not a key. */
export interface Person {
  readonly id: Id<"per">;
  readonly name: string;
}

/** Whose rows a piece of work may touch. Every query on a merchant's rows names both. */
export interface Scope {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
}
