import type { ReadTx } from "#db/tx.ts";
import { findBlocked, type Party } from "./store.ts";

/** Returns whether a number or account is blocked. */
export type BlockLookup = (party: Party) => boolean;

export const NO_BLOCKS: BlockLookup = () => false;

/** Looks up which of these numbers and accounts are blocked for their merchants. */
export async function lookUpBlocks(tx: ReadTx, parties: readonly Party[]): Promise<BlockLookup> {
  if (parties.length === 0) return NO_BLOCKS;
  const blocked = new Set((await findBlocked(tx, parties)).map(partyText));
  return (party) => blocked.has(partyText(party));
}

/** Whether the number or account of a single order is blocked. */
export async function isBlocked(tx: ReadTx, { merchant, environment, party }: Party): Promise<boolean> {
  return (await findBlocked(tx, [{ merchant, environment, party }])).length > 0;
}

function partyText({ merchant, environment, party }: Party): string {
  return `${merchant} ${environment} ${party}`;
}

/** The message of a refusal. It does not give the reason: the person on the other side may be a fraudster. */
export const BLOCKED_MESSAGE = "This number or account is blocked";
