import type { Database } from "#db/pool.ts";
import { type Poller, startPoller } from "#jobs/poller.ts";
import { applyChannelChanges, CHANNELS_CHANGED } from "#providers/channels.ts";
import { listLatestChanges } from "./channel-change-store.ts";

// The longest time until a process uses a change whose wake-up it missed.
const REFRESH_MS = 1_000;

/** Reads the changes of channels now, and again whenever one is made. */
export async function startChannelRefresh(
  db: Database,
  onError: (error: unknown, name: string) => void,
): Promise<Poller> {
  const refresh = async (): Promise<boolean> => {
    const { loaded } = await db.engineRead(listLatestChanges);
    applyChannelChanges(loaded);
    return false;
  };
  // A process that cannot read the database yet must still start and answer 503.
  await refresh().catch((error: unknown) => onError(error, NAME));
  return startPoller(db, { name: NAME, wake: CHANNELS_CHANGED, idle_min_ms: REFRESH_MS, onError, turn: refresh });
}

const NAME = "refresh channels";
