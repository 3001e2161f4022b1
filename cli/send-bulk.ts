import { randomUUID } from "node:crypto";
import { type FileOptions, Kolo, KoloError } from "../sdk/src/index.ts";
import type { Credentials } from "./credentials.ts";
import { PATIENCE_MS } from "./follow-bulk.ts";

export interface SendOptions {
  print(text: string): void;
  readonly patience_ms?: number;
}

/**
 * Sends a bulk once: every retry has the same Idempotency-Key. Returns the bulk's id. Throws an `Error` whose message
 * is printed for the user if the service refuses, or if the outcome is still unknown after the retry window.
 */
export async function sendBulk(
  credentials: Credentials,
  bytes: Uint8Array,
  query: FileOptions,
  { print, patience_ms = PATIENCE_MS }: SendOptions,
): Promise<string> {
  const { bulk_transfers } = new Kolo(credentials);
  const options = {
    patience_ms,
    idempotency_key: `kolo-bulk-${randomUUID()}`,
    on_retry({ attempt }: { readonly attempt: number }): void {
      if (attempt === 1) print("Kolo does not say yet whether it has it. It is asked again: do not send it anew");
    },
  };
  try {
    return (await bulk_transfers.createFromCsv(bytes, query, options)).id;
  } catch (error) {
    if (!(error instanceof KoloError && error.is_unknown)) throw error;
    throw new Error(
      `Kolo did not say what became of it: look at \`GET /bulk-transfers\` before sending again (key ${options.idempotency_key})`,
      { cause: error },
    );
  }
}
