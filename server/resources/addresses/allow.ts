import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { parseNetwork } from "./rules.ts";
import { insert, remove } from "./store.ts";

export const INVALID_RANGE_MESSAGE = "Enter an IP address or a range such as 203.0.113.0/24";

/**
 * Adds an address or a range to the addresses that may initiate transfers. Returns the range as stored. Throws
 * `invalid` for any other text.
 */
export async function allowAddress(
  tx: Tx,
  scope: Scope,
  text: string,
  note: string | null,
  actor: string,
): Promise<string> {
  const range = parseNetworkOrThrow(text);
  const is_new = await insert(tx, scope, range, note);
  if (is_new) {
    await recordAuditEntry(tx, {
      ...scope,
      actor,
      action: "address.allowed",
      subject: range,
      before: null,
      after: { range, note },
    });
  }
  return range;
}

/** Removes a range from the list of allowed addresses. Throws `invalid` if the list does not have it. */
export async function disallowAddress(tx: Tx, scope: Scope, text: string, actor: string): Promise<string> {
  const range = parseNetworkOrThrow(text);
  if (!(await remove(tx, scope, range)))
    throw invalid("range", "address_not_listed", `${range} is not on the list`, { range });
  await recordAuditEntry(tx, {
    ...scope,
    actor,
    action: "address.removed",
    subject: range,
    before: { range },
    after: null,
  });
  return range;
}

function parseNetworkOrThrow(text: string): string {
  const range = parseNetwork(text);
  if (!range) throw invalid("range", "address_invalid", INVALID_RANGE_MESSAGE, { address: text });
  return range;
}
