import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { documentErrors, noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import type { Scope } from "#kernel/scope.ts";
import { bookCorrection, type EntryAccounts, findAvailable, readProfit } from "#ledger/ledger.ts";
import { lockAttemptForReview } from "#providers/attempts.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { requireHeadroom } from "#resources/balance/add-funds.ts";
import { requireDebtWithinMaximum } from "#resources/balance/debt.ts";
import { bookedFor, bookedSince } from "#resources/reconciliation/store.ts";
import { correctRefund } from "#resources/refunds/correct.ts";
import { correctParts } from "#resources/splits/correct.ts";
import { eventData } from "./present.ts";
import { type CorrectionRow, DOCUMENT_MAX, isOfHouse, REASON_MAX } from "./schema.ts";
import { isSecondPersonNeeded } from "./second-person.ts";
import { close, insert, lockSweeps } from "./store.ts";

/** The reason and document of a correction, with the rules that apply to it. */
export interface CorrectionOrder {
  readonly reason: string;
  /** The document's reference, such as the number of a bank advice, a ticket or a letter. */
  readonly document: string;
  /** Whether the amount beyond the balance may become the merchant's debt. */
  readonly as_debt: boolean;
  readonly actor: string;
  /** In live, a second platform operator must approve if the actor's corrections and top-ups of 24 hours exceed this amount. */
  readonly dual_control_above: bigint;
}

type Movement = EntryAccounts &
  Pick<CorrectionRow, "kind" | "corrects" | "attempt" | "currency" | "amount"> &
  Partial<Pick<CorrectionRow, "provider_account">>;

/** Stores a correction. Books it at once, unless dual control requires a second person's approval first. */
export async function proposeOrBook(
  tx: Tx,
  scope: Scope,
  order: CorrectionOrder,
  movement: Movement,
): Promise<CorrectionRow> {
  const [reason, document] = [order.reason.trim(), order.document.trim()];
  throwFieldErrors({
    ...noteErrors("reason", reason, { characters_max: REASON_MAX }),
    ...documentErrors("document", document, "Enter the reference of the document", DOCUMENT_MAX),
  });
  const { merchant, environment } = scope;
  const row: CorrectionRow = {
    provider_account: null,
    ...{ merchant, environment, id: newId("cor", tx.now), ...movement, as_debt: order.as_debt, advanced: 0n },
    ...{ reason, document, state: "proposed", requested_by: order.actor, requested_at: tx.now },
    needs_two: await isSecondPersonNeeded(tx, { ...scope, ...movement }, order),
    ...{ decided_by: null, decided_at: null, rejection: null },
  };
  await insert(tx, row);
  if (row.needs_two) {
    await requireLatestEntry(tx, row);
    await shortfallOf(tx, row);
    await recordDecision(tx, "correction.proposed", row, order.actor);
    return row;
  }
  return book(tx, row, order.actor, "correction.booked");
}

/**
 * Books a stored correction. Throws `insufficient_funds`, and `invalid` if the payment was refunded again or the order
 * was corrected otherwise in the meantime.
 */
export async function book(
  tx: Tx,
  row: CorrectionRow,
  actor: string,
  action: "correction.booked" | "correction.approved",
): Promise<CorrectionRow> {
  // The parts of a split payment pay the merchant before a debit, and are paid after a credit.
  const is_credit = row.credit === "available";
  if (!is_credit) await correctOrder(tx, row);
  const advanced = await shortfallOf(tx, row);
  if (is_credit) await correctOrder(tx, row);
  const booked = await close(tx, row, { actor, advanced, rejection: null });
  const { merchant, environment, kind, currency, debit, credit, amount } = booked;
  bookCorrection(tx, { merchant, environment, kind, currency, debit, credit, amount, advanced, subject: row.id });
  // No event for a top-up: one that needs no second person has none, either.
  if (kind !== "fund" && !isOfHouse(booked)) {
    await recordEvents(tx, [
      { scope: row, type: "balance.corrected", resource: row.id, sequence: 1, data: eventData(booked) },
    ]);
  }
  await recordDecision(tx, action, booked, actor);
  return booked;
}

/**
 * The part of the amount that exceeds the balance. Throws `insufficient_funds` unless it may become a debt; `invalid` if
 * the balance or the debt would be too large.
 */
async function shortfallOf(tx: Tx, row: CorrectionRow): Promise<bigint> {
  if (row.kind === "sweep") {
    await lockSweeps(tx, row);
    requireProfit(await readProfit(tx, row), row);
  }
  if (row.credit === "available") await requireHeadroom(tx, row, row.currency, row.amount);
  if (row.debit !== "available") return 0n;
  const available = (await findAvailable(tx, [row]))(row);
  if (available >= row.amount) return 0n;
  if (!row.as_debt) {
    const message = `The merchant has ${available} ${row.currency} of ${row.amount}: let it owe the rest, or wait`;
    throw new ServiceError("merchant_funds_insufficient", message, {
      params: { required: Number(row.amount), available: Number(available), currency: row.currency },
    });
  }
  const shortfall = row.amount - available;
  await requireDebtWithinMaximum(tx, row, shortfall);
  return shortfall;
}

/**
 * Throws `insufficient_funds` for a sweep of more than the profit: the rest of the fees has paid for charges, and the
 * money that a larger sweep takes belongs to merchants.
 */
export function requireProfit(profit: bigint, { amount, currency }: Pick<CorrectionRow, "amount" | "currency">): void {
  if (amount <= profit) return;
  const message = `The fees less charges, taxes and earlier sweeps are ${profit} ${currency}`;
  throw new ServiceError("profit_insufficient", message, {
    params: { required: Number(amount), available: Number(profit), currency },
  });
}

/** Updates a corrected refund: the part that the payer did not receive can be refunded again. */
async function correctOrder(tx: Tx, row: CorrectionRow): Promise<void> {
  if (row.attempt === null) return;
  const attempt = await lockAttemptForReview(tx, row, row.attempt);
  assert(attempt, "a correction names an order that exists");
  await requireLatestEntry(tx, row);
  const booked = await bookedFor(tx, row, attempt.id);
  const change = row.debit.startsWith("provider:") ? row.amount : -row.amount;
  const moves_parts = row.debit === "available" || row.credit === "available";
  await correctRefund(tx, row, attempt, booked + change, { moves_parts, as_debt: row.as_debt });
  if (moves_parts) {
    await correctParts(tx, row, attempt, { subject: row.id, change, as_debt: row.as_debt });
  }
}

/**
 * Throws `invalid` if later entries changed the order's amount at its provider, such as a review's correction: the
 * reversal of an earlier entry would move the same money again.
 */
async function requireLatestEntry(tx: Tx, { attempt, corrects, ...scope }: CorrectionRow): Promise<void> {
  if (attempt === null || corrects === null) return;
  if ((await bookedSince(tx, scope, attempt, corrects)) === 0n) return;
  throw invalid("entry", "entry_superseded", "Later entries changed this order: reverse the latest of them first");
}

export async function recordDecision(
  tx: Tx,
  action: "correction.booked" | "correction.proposed" | "correction.approved" | "correction.rejected",
  row: CorrectionRow,
  actor: string,
): Promise<void> {
  const { merchant, environment, kind, corrects, currency, debit, credit, amount, advanced, reason, document } = row;
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action, subject: row.id, before: null },
    after: {
      ...{ kind, entry: corrects === null ? null : `${corrects}`, debit, credit, amount: `${amount}`, currency },
      ...(advanced > 0n ? { advanced: `${advanced}` } : {}),
      ...{ reason, document, ...(row.rejection === null ? {} : { rejection: row.rejection }) },
    },
  });
}
