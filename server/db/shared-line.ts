import type pg from "pg";
import { DatabaseError } from "pg";
import { isReadOnly, isUnavailable } from "./errors.ts";

/** A connection on which transactions go one behind the other, each without waiting for what comes of those before it. */
export interface SharedLine {
  use(send: (client: pg.PoolClient) => Promise<void>): Promise<void>;
}

/** It is taken from the pool for as long as somebody uses it. */
export function sharedLine(connect: () => Promise<pg.PoolClient>): SharedLine {
  let open: { readonly client: Promise<pg.PoolClient>; users: number; broken?: Error } | null = null;
  return {
    async use(send) {
      open ??= { client: connect(), users: 0 };
      const mine = open;
      mine.users += 1;
      try {
        await send(await mine.client);
      } catch (error) {
        // What PostgreSQL refuses leaves the connection as it was, unless it ends, or may write no more.
        const is_as_it_was = error instanceof DatabaseError && !isReadOnly(error) && !isUnavailable(error);
        if (!is_as_it_was && error instanceof Error) mine.broken = error;
        throw error;
      } finally {
        mine.users -= 1;
        if (open === mine && (mine.broken || mine.users === 0)) open = null;
        if (mine.users === 0) await mine.client.then((client) => client.release(mine.broken)).catch(() => {});
      }
    },
  };
}
