import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rename, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 40;

/**
 * Does the work while nobody else holds the lock at this path, on this machine: another process, or another call of this
 * one. The lock is a socket that its holder listens on, so that it ends with its process, however that ends: a process's
 * number in a file may be another's after a restart, and after a power cut the file may be empty.
 *
 * Where its holder was killed, three who come at the same moment may hold it two at a time: what is done under it must
 * then fail, and not do harm.
 *
 * Errors: an `Error` when the lock is not free within `timeout_ms`; what `work` throws.
 */
export async function withStartLock<Result>(
  path: string,
  timeout_ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const give_up_at = Date.now() + timeout_ms;
  let lock = await listenOn(path);
  while (lock === null) {
    if (await isDead(path)) await removeDead(path);
    else if (Date.now() > give_up_at) throw new Error(`Another process holds ${path}`);
    else await sleep(LOOK_AGAIN_MS);
    lock = await listenOn(path);
  }
  try {
    return await work();
  } finally {
    // Closing removes the socket's file as well.
    lock.close();
    await once(lock, "close");
  }
}

/** The lock when it is ours, null when its file is there already. */
async function listenOn(path: string): Promise<Server | null> {
  const lock = createServer((asked) => asked.destroy());
  try {
    lock.listen({ path, exclusive: true });
    await once(lock, "listening");
    return lock;
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") return null;
    throw error;
  }
}

/** Whether there is a lock's file that nobody listens on. */
async function isDead(path: string): Promise<boolean> {
  const asking = connect(path);
  try {
    await once(asking, "connect");
    return false;
  } catch (error) {
    return codeOf(error) === "ECONNREFUSED";
  } finally {
    asking.destroy();
  }
}

/** Moved aside first: where another was faster and holds it anew, it is given back. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}-${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if (await isDead(aside)) await rm(aside, { force: true });
  else await rename(aside, path);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
