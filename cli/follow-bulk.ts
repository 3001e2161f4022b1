import { setTimeout as sleep } from "node:timers/promises";
import { type BulkTransferDetails, Kolo, KoloError } from "../sdk/src/index.ts";
import type { Credentials } from "./credentials.ts";
import { progressBar } from "./progress-bar.ts";

const POLL_MS = 500;
// Longer than the interval for transfers, because an approval by a person takes longer than a provider's answer.
const APPROVAL_POLL_MS = 3_000;
/**
 * The retry window in milliseconds. A deployment takes minutes, and so does a proxy until it finds the new instance.
 */
export const PATIENCE_MS = 5 * 60_000;
export interface FollowOptions {
  /** Whether to wait for an approval as well. */
  readonly waits: boolean;
  print(text: string): void;
  readonly patience_ms?: number;
}

/**
 * Polls until every transfer has ended. Without `waits`, it returns as soon as the bulk waits for approval.
 *
 * Throws an `Error` that names the command to continue with, if the service does not answer within `patience_ms`
 * (milliseconds) or does not have the bulk.
 */
export async function followBulk(
  credentials: Credentials,
  id: string,
  options: FollowOptions,
): Promise<BulkTransferDetails> {
  const { waits, print, patience_ms } = options;
  const bar = progressBar();
  let is_reported = false;
  for (;;) {
    const bulk = await retrieveBulk(credentials, id, { transfers: 0 }, patience_ms);
    if (isWaiting(bulk)) {
      if (!is_reported)
        print(`It waits for a second person, and nothing goes out before: see ${approvalsPage(credentials)}`);
      is_reported = true;
      if (!waits) return bulk;
      await sleep(APPROVAL_POLL_MS);
      continue;
    }
    const { pending = 0, processing = 0 } = bulk.progress;
    bar.show(bulk.total_transfers - pending - processing, bulk.total_transfers);
    if (pending + processing === 0) {
      bar.end();
      return bulk;
    }
    await sleep(POLL_MS);
  }
}

/** Returns the bulk with the outcome of each transfer. Throws as `followBulk` does. */
export async function retrieveOutcomes(credentials: Credentials, id: string): Promise<BulkTransferDetails> {
  return retrieveBulk(credentials, id, {});
}

export function isWaiting({ approval }: BulkTransferDetails): boolean {
  return approval?.state === "waiting";
}

/** Retrieves the bulk. The SDK retries with back-off while a proxy answers in place of Kolo. */
async function retrieveBulk(
  credentials: Credentials,
  id: string,
  query: { readonly transfers?: number },
  patience_ms = PATIENCE_MS,
): Promise<BulkTransferDetails> {
  try {
    return await new Kolo(credentials).bulk_transfers.retrieve(id, query, { patience_ms });
  } catch (error) {
    if (!(error instanceof KoloError)) throw error;
    if (error.kind === "not_found") throw new Error(`${error.message}: ${id}`, { cause: error });
    throw new Error(`${error.message}. ${followAgainHint(id)}`, { cause: error });
  }
}

function followAgainHint(id: string): string {
  return `The bulk ${id} is with Kolo and goes on by itself; follow it again with \`kolo bulk follow ${id}\``;
}

function approvalsPage({ url }: Credentials): string {
  return `Approvals at ${url}/dashboard`;
}
