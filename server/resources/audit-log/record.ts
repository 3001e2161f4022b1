import { createHash } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { redact, redactData, redactSecrets } from "#kernel/redact.ts";
import type { Environment, Person, Scope } from "#kernel/scope.ts";
import type { AuditAction } from "./action-names.ts";
import { type AuditEntry, insert, lockLastEntry, readAllEntries } from "./store.ts";

/** A privileged action, as the audit log records it. */
export interface AuditedAction {
  /** Null for an action on no merchant: it is recorded in the platform operators' log. */
  readonly merchant: Id<"mer"> | null;
  /** Null for an action that affects both environments. */
  readonly environment: Environment | null;
  /** The person or platform operator who acted: `operator:anna`, `user:…`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

// Search terms and free text can contain data about people, so account and phone numbers in them are redacted, too. In
// other fields a long number is an amount or a bank reference.
const FREE_TEXT = new Set(["search", "phone", "note", "reason"]);

/** Redacts keys and tokens that were typed into a name, a note or a reason, because the log is never deleted. */
function redactText(text: string, name: string | null): string {
  return name !== null && FREE_TEXT.has(name) ? redact(text) : redactSecrets(text);
}

/** The wake-up channel of the audit log: after each entry the live-updates watcher polls for changes. */
export const AUDIT_LOG_WAKE_CHANNEL = "audit_log";

const GENESIS_HASH = Buffer.alloc(32);

/**
 * Writes a privileged action into the merchant's audit log, or the platform operators', in the action's own
 * transaction. Each entry's hash covers the one before it, so that a change or deletion is detected. Runs as the
 * engine. In a merchant's request only a person's actions may be written, through `recordPersonAction`.
 */
export async function recordAuditEntry(tx: Tx, action: AuditedAction): Promise<void> {
  const last_entry = await lockLastEntry(tx, action.merchant);
  const entry = {
    ...action,
    actor: redactSecrets(action.actor),
    subject: action.subject && redactSecrets(action.subject),
    before: redactData(action.before, redactText),
    after: redactData(action.after, redactText),
    id: newId("act", tx.now),
    number: (last_entry?.number ?? 0n) + 1n,
    created_at: tx.now,
    previous_hash: last_entry?.hash ?? GENESIS_HASH,
  };
  await insert(tx, { ...entry, hash: hashEntry(entry) });
  tx.wake(AUDIT_LOG_WAKE_CHANNEL);
}

/**
 * Records an API operation that a person ran from the dashboard, in the operation's transaction. Operations of API keys
 * are not privileged actions, so they are not recorded.
 */
export async function recordPersonAction(
  tx: Tx,
  { merchant, environment }: Scope,
  by: Person | null,
  action: Pick<AuditedAction, "action" | "subject" | "before" | "after">,
): Promise<void> {
  if (by) await recordAuditEntry(tx, { merchant, environment, actor: `user:${by.id}`, ...action });
}

/** Returns every break in the hash chains of the merchants and the platform operators; empty if the logs are intact. */
export async function verifyAuditLog(tx: Tx): Promise<readonly { merchant: string | null; number: bigint }[]> {
  const broken: { merchant: string | null; number: bigint }[] = [];
  let previous_entry: AuditEntry | null = null;
  for await (const entry of readAllEntries(tx)) {
    const before: AuditEntry | null = previous_entry?.merchant === entry.merchant ? previous_entry : null;
    const follows =
      entry.number === (before?.number ?? 0n) + 1n && entry.previous_hash.equals(before?.hash ?? GENESIS_HASH);
    if (!follows || !entry.hash.equals(hashEntry(entry)))
      broken.push({ merchant: entry.merchant, number: entry.number });
    previous_entry = entry;
  }
  return broken;
}

function hashEntry(entry: Omit<AuditEntry, "hash">): Buffer {
  const hashed_fields = [
    ...[entry.merchant, entry.id, entry.number.toString(), entry.environment, entry.actor, entry.action, entry.subject],
    ...[entry.before, entry.after, entry.created_at],
  ];
  return createHash("sha256").update(entry.previous_hash).update(JSON.stringify(hashed_fields)).digest();
}
