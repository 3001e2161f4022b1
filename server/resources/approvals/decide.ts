import type { Tx } from "#db/tx.ts";
import { assert, fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { closeIfWaiting, lock } from "./store.ts";

export interface ApprovalDecision {
  readonly state: "approved" | "rejected";
  readonly by: Person;
  /** The reason for a rejection. */
  readonly reason: string | null;
}

export interface ApprovalSubject {
  readonly kind: "transfer" | "bulk_transfer" | "refund" | "withdrawal";
  readonly id: string;
  /** The order's data for its audit log entry. */
  readonly audit_data: object;
}

/**
 * Decides an order that waits for approval; only the first decision counts. The order's maker may reject it, but not
 * approve it. Returns the maker; null for an API key. Runs as the engine. Throws `invalid` if the order does not wait
 * for approval, and `forbidden` if its maker approves it.
 */
export async function decideApproval(
  tx: Tx,
  scope: Scope,
  subject: ApprovalSubject,
  decision: ApprovalDecision,
): Promise<Id<"per"> | null> {
  const { merchant, environment } = scope;
  const { state, by, reason } = decision;
  const approval = await lock(tx, scope, subject.id);
  if (!approval) throw invalid("approval", "approval_not_needed", "This does not wait for a second person");
  if (approval.state !== "waiting")
    throw invalid("approval", "approval_decided", `This was ${approval.state} already`, { state: approval.state });
  if (state === "approved" && approval.requested_by === by.id) {
    throw new ServiceError("own_order", OWN_ORDER_MESSAGE, {
      fields: { approval: [fieldError("own_order", OWN_ORDER_MESSAGE)] },
    });
  }
  const decided = { state, decided_by: by.id, decided_by_name: by.name, reason };
  assert(await closeIfWaiting(tx, scope, subject.id, decided), "a locked, open approval can be decided");
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor: `user:${by.id}`, action: `${subject.kind}.${state}`, subject: subject.id },
    before: {
      approval: "waiting",
      requested_by: approval.requested_by === null ? "key" : `user:${approval.requested_by}`,
    },
    after: { approval: state, reason, ...subject.audit_data },
  });
  return approval.requested_by;
}

const OWN_ORDER_MESSAGE = "You asked for this yourself: somebody else must approve it";
