import { createHash } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { redact, redactData, redactSecrets } from "#kernel/redact.ts";
import type { Environment, Person, Scope } from "#kernel/scope.ts";
import type { ActName } from "./names.ts";
import { type Act, all, insert, lockLast } from "./store.ts";

/** A privileged action, as the audit log records it. */
export interface Deed {
  /** Null for an action on no merchant: it is recorded in the platform operators' log. */
  readonly merchant: Id<"mer"> | null;
  /** Null for an action that affects both environments. */
  readonly environment: Environment | null;
  /** The person or platform operator who acted: `operator:anna`, `user:…`. */
  readonly actor: string;
  readonly act: ActName;
  readonly subject: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

// Search terms and free text name people, so account and phone numbers in them are redacted, too. Elsewhere a long
// number is an amount or a bank reference.
const FREE_TEXT = new Set(["search", "phone", "note", "reason"]);

/** Redacts a key or token that was typed into a name, a note or a reason, because the log is kept for good. */
function hide(text: string, name: string | null): string {
  return name !== null && FREE_TEXT.has(name) ? redact(text) : redactSecrets(text);
}

const BEGINNING = Buffer.alloc(32);

/**
 * Writes a privileged action into the merchant's audit log, or the platform operators', in the action's own
 * transaction. Each entry's hash covers the one before it, so that a change or deletion is detected. Runs as the
 * engine. In a merchant's request only a person's actions may be written, through `recordActOf`.
 */
export async function recordAct(tx: Tx, deed: Deed): Promise<void> {
  const last = await lockLast(tx, deed.merchant);
  const act = {
    ...deed,
    actor: redactSecrets(deed.actor),
    subject: deed.subject && redactSecrets(deed.subject),
    before: redactData(deed.before, hide),
    after: redactData(deed.after, hide),
    id: newId("act", tx.now),
    number: (last?.number ?? 0n) + 1n,
    created_at: tx.now,
    previous_hash: last?.hash ?? BEGINNING,
  };
  await insert(tx, { ...act, hash: hashOf(act) });
}

/**
 * Records a person's API operation from the dashboard, in its own transaction. An API key's operations are not
 * privileged actions, so they are not recorded.
 */
export async function recordActOf(
  tx: Tx,
  { merchant, environment }: Scope,
  by: Person | null,
  told: Pick<Deed, "act" | "subject" | "before" | "after">,
): Promise<void> {
  if (by) await recordAct(tx, { merchant, environment, actor: `user:${by.id}`, ...told });
}

/** Every break in the hash chains of the merchants and the platform operators; empty if the logs are intact. */
export async function auditActs(tx: Tx): Promise<readonly { merchant: string | null; number: bigint }[]> {
  const broken: { merchant: string | null; number: bigint }[] = [];
  let previous: Act | null = null;
  for await (const act of all(tx)) {
    const before: Act | null = previous?.merchant === act.merchant ? previous : null;
    const follows = act.number === (before?.number ?? 0n) + 1n && act.previous_hash.equals(before?.hash ?? BEGINNING);
    if (!follows || !act.hash.equals(hashOf(act))) broken.push({ merchant: act.merchant, number: act.number });
    previous = act;
  }
  return broken;
}

function hashOf(act: Omit<Act, "hash">): Buffer {
  const told = [
    ...[act.merchant, act.id, act.number.toString(), act.environment, act.actor, act.act, act.subject],
    ...[act.before, act.after, act.created_at],
  ];
  return createHash("sha256").update(act.previous_hash).update(JSON.stringify(told)).digest();
}
