import type { Id } from "./ids.ts";

export const ENVIRONMENTS = ["test", "live"] as const;

/** The environment of a key. No row of one environment refers to a row of the other. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** The signed-in person, if a session and not a key authenticated the request. */
export interface Person {
  readonly id: Id<"per">;
  readonly name: string;
}

/** The merchant and environment whose rows an operation may touch. Every query on a merchant's rows names both. */
export interface Scope {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
}
