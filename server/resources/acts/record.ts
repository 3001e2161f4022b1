import { createHash } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { redact, redactData, redactSecrets } from "#kernel/redact.ts";
import type { Environment, Person, Scope } from "#kernel/scope.ts";
import type { ActName } from "./names.ts";
import { type Act, all, insert, lockLast } from "./store.ts";

/** Something only a privileged person may do, and did. */
export interface Deed {
  /** Null for what is no merchant's: it goes into the operators' own log. */
  readonly merchant: Id<"mer"> | null;
  /** Null for what concerns the merchant in both. */
  readonly environment: Environment | null;
  /** `operator:anna`, `user:…`: who. */
  readonly actor: string;
  readonly act: ActName;
  readonly subject: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

// Search terms name a person, so long numbers in them are redacted too. Elsewhere a long number is an amount or a bank reference.
const SEARCHED = new Set(["search", "phone"]);

/** A key or a token that was typed into a name, a note or a reason is not kept for ever. */
function hide(text: string, name: string | null): string {
  return name !== null && SEARCHED.has(name) ? redact(text) : redactSecrets(text);
}

const BEGINNING = Buffer.alloc(32);

/**
 * Writes a privileged act into the merchant's log, or the operators', in the transaction of the act. Each entry's hash
 * covers the one before it, so that none can be changed or taken out unseen. Runs as the engine: of a merchant's requests
 * only those of a person may write here, and only what `recordActOf` is used for.
 */
export async function recordAct(tx: Tx, deed: Deed): Promise<void> {
  const last = await lockLast(tx, deed.merchant);
  const act = {
    ...deed,
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
 * The same for an operation of the API, in its own transaction: the act of a person in the dashboard. What a key does is no
 * privileged act.
 */
export async function recordActOf(
  tx: Tx,
  { merchant, environment }: Scope,
  by: Person | null,
  told: Pick<Deed, "act" | "subject" | "before" | "after">,
): Promise<void> {
  if (by) await recordAct(tx, { merchant, environment, actor: `user:${by.id}`, ...told });
}

/** Every break in the merchants' chains and the operators'. None is what everybody hopes for. */
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
