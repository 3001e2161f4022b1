import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { readPhone } from "#kernel/phone.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { payeeOf } from "#resources/limits/rules.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { maskNumber } from "#resources/withdrawal-accounts/rules.ts";
import { BLOCKS_MAX, type Block, type BlockRow, type NewBlock } from "./schema.ts";
import { count, insert, list, remove } from "./store.ts";

/** The orders that a block applies to: those of one merchant, or of all. */
export interface BlockScope {
  readonly merchant: Id<"mer"> | null;
  readonly environment: Environment;
}

/**
 * Blocks a number or account for all later orders, payments included. Orders that were accepted before are not
 * affected. Runs as the engine. Throws `invalid`.
 */
export async function addBlock(
  tx: Tx,
  { merchant, environment }: BlockScope,
  input: NewBlock,
  actor: string,
): Promise<BlockRow> {
  const party = await readParty(tx, merchant, input);
  if (merchant !== null && (await count(tx, merchant, environment)) >= BLOCKS_MAX)
    throw invalid("phone", "blocks_exhausted", `A merchant has at most ${BLOCKS_MAX} blocks`, { maximum: BLOCKS_MAX });
  const row: BlockRow = {
    ...{ id: newId("blk", tx.now), merchant, environment, party: payeeOf(party) },
    ...{ masked: maskNumber(party.number), reason: input.reason, created_by: actor, created_at: tx.now },
  };
  if (!(await insert(tx, row))) throw invalid("phone", "already_blocked", "This number or account is blocked already");
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "block.added", subject: row.id, before: null },
    after: { number: row.masked, reason: row.reason },
  });
  return row;
}

/** Removes a block. A merchant cannot remove one for every merchant. Throws `not_found`. */
export async function removeBlock(
  tx: Tx,
  { merchant, environment }: BlockScope,
  id: string,
  actor: string,
): Promise<void> {
  const row = await remove(tx, merchant, environment, id);
  if (!row) throw new ServiceError("block_not_found", "There is no such block");
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "block.removed", subject: id, after: null },
    before: { number: row.masked, reason: row.reason },
  });
}

const BLOCKS_SHOWN_MAX = 500;

/** Returns the newest blocks of a merchant; for null, those for every merchant. */
export async function listBlocks(tx: Tx, { merchant, environment }: BlockScope): Promise<readonly Block[]> {
  return (await list(tx, merchant, environment, BLOCKS_SHOWN_MAX)).map(presentBlock);
}

/** Returns the newest blocks of a merchant. */
export async function listOwnBlocks(tx: Tx, { merchant, environment }: Scope): Promise<Block[]> {
  return [...(await listBlocks(tx, { merchant, environment }))];
}

function presentBlock({ id, merchant, masked, reason, created_at }: BlockRow): Block {
  return { id, set_by: merchant === null ? "platform" : "merchant", number: masked, reason, created_at };
}

async function readParty(
  tx: Tx,
  merchant: string | null,
  { phone, account_number, bank_code }: NewBlock,
): Promise<Parameters<typeof payeeOf>[0]> {
  if (account_number !== undefined && phone === undefined) {
    if (bank_code === undefined) throw invalid("bank_code", "required", "This field is required");
    return { type: "bank_account", number: account_number, bank_code };
  }
  if (phone === undefined || account_number !== undefined)
    throw invalid("phone", "block_party", "Give a phone number, or an account number with its bank code");
  // Without a merchant there is no country: the number needs its calling code.
  const country = merchant === null ? "" : ((await findMerchant(tx, merchant))?.country ?? "");
  const read = readPhone(phone, country);
  if (!read) throw invalid("phone", "block_party", "Enter a phone number with its calling code, such as +237677123456");
  return { type: "mobile_money", number: read.e164, bank_code: null };
}
