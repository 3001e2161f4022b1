import type pg from "pg";
import { DatabaseError } from "pg";
import type { OneTripClient } from "./connections.ts";
import { isReadOnly, isUnavailable } from "./errors.ts";

/** A connection on which transactions go one behind the other, each without waiting for what comes of those before it. */
export interface SharedLine {
  take(): Promise<Share>;
}

/** It is left once, whatever came of it. */
export interface Share {
  readonly client: pg.PoolClient;
  /** Whether its connection has the engine's rights without taking them. */
  readonly is_engine: boolean;
  /** `failure` is what PostgreSQL, or the way to it, answered; null: nothing failed there. */
  leave(failure: unknown): void;
}

/** It is taken from the pool for as long as somebody has a share in it. */
export function sharedLine(connect: () => Promise<OneTripClient>): SharedLine {
  let open: { readonly client: Promise<OneTripClient>; users: number; broken?: Error } | null = null;
  return {
    async take() {
      open ??= { client: connect(), users: 0 };
      const mine = open;
      mine.users += 1;
      const close = (): void => {
        if (open === mine) open = null;
      };
      const client = await mine.client.catch((error: unknown) => {
        close();
        throw error;
      });
      return {
        client: client.client,
        is_engine: client.is_engine,
        leave(failure) {
          mine.users -= 1;
          if (failure instanceof Error && !isAsItWas(failure)) mine.broken ??= failure;
          if (mine.broken || mine.users === 0) close();
          if (mine.users === 0) client.release(mine.broken);
        },
      };
    },
  };
}

/** What PostgreSQL refuses leaves the connection as it was, unless it ends, or may write no more. */
function isAsItWas(failure: Error): boolean {
  return failure instanceof DatabaseError && !isReadOnly(failure) && !isUnavailable(failure);
}
