import { isUniqueViolation, type Tx, UniqueConflict } from "#db/tx.ts";
import { type NewEvent, recordEvents } from "#events/events.ts";
import { hold } from "#ledger/ledger.ts";
import { createAttempts, type Intent } from "#providers/attempts.ts";
import { addToDailyTotals, makerOf } from "#resources/approvals/daily-total.ts";
import { requestApprovals } from "#resources/approvals/request.ts";
import { insert as insertBeneficiaries } from "#resources/beneficiaries/store.ts";
import { eventData } from "#resources/transfers/present.ts";
import { firstSendAt, mayBeSent } from "#resources/transfers/rules.ts";
import { insert } from "#resources/transfers/store.ts";
import type { AcceptedTransfer } from "./evaluate.ts";

/** An accepted transfer with its JSON, serialized once for both the reply and the event. */
export interface CreatedTransfer extends AcceptedTransfer {
  readonly text: string;
}

export function withJson(accepted: AcceptedTransfer): CreatedTransfer {
  return { ...accepted, text: eventData(accepted.transfer) };
}

/** Queues the inserts of accepted transfers, their recipients, attempts, events and holds for the time of commit. */
export function writeTransfersAtCommit(tx: Tx, accepted: readonly CreatedTransfer[]): void {
  tx.atCommit(() => insertTransferRows(tx, accepted), asRetryableConflict);
  tx.atCommit(() => addAllToDailyTotals(tx, accepted));
  holdFunds(tx, accepted);
}

/**
 * Adds to the makers' daily totals the transfers that count towards an approval rule's amount. Returns the statements,
 * so that the caller can flush them together, before the hold.
 */
export function addAllToDailyTotals(tx: Tx, accepted: readonly AcceptedTransfer[]): readonly Promise<unknown>[] {
  const orders = accepted.flatMap(({ transfer, requested_by, approval_threshold: counted_above }) =>
    counted_above === null
      ? []
      : [
          {
            ...makerOf(transfer, requested_by),
            subject: transfer.id,
            amount: transfer.amount,
            amount_above: counted_above,
          },
        ],
  );
  return orders.length === 0 ? [] : addToDailyTotals(tx, orders);
}

export function holdFunds(tx: Tx, accepted: readonly AcceptedTransfer[]): void {
  hold(
    tx,
    accepted
      .filter(({ transfer }) => transfer.funds_state === null)
      .map(({ transfer }) => ({
        merchant: transfer.merchant,
        environment: transfer.environment,
        currency: transfer.currency,
        subject: transfer.id,
        amount: transfer.amount_total,
      })),
  );
}

export function insertTransferRows(
  tx: Tx,
  accepted: readonly CreatedTransfer[],
): readonly (Promise<unknown> | undefined)[] {
  const transfers = accepted.map(({ transfer }) => transfer);
  const beneficiaries = accepted.flatMap(({ new_beneficiary }) => new_beneficiary ?? []);
  return [
    beneficiaries.length > 0 ? insertBeneficiaries(tx, beneficiaries) : undefined,
    insert(tx, transfers),
    createAttempts(tx, accepted.map(attemptIntentOf)),
    ...approvalRequestsOf(accepted).map((requests) => requestApprovals(tx, requests)),
    recordEvents(tx, accepted.map(createdEventOf)),
  ];
}

function createdEventOf({ transfer, text }: CreatedTransfer): NewEvent {
  return {
    scope: transfer,
    type: "transfer.created",
    resource: transfer.id,
    sequence: transfer.sequence,
    data: text,
  };
}

/**
 * Converts a unique violation into a retry: another server inserted the reference or recipient after this one's read.
 */
export function asRetryableConflict(error: unknown): unknown {
  return isUniqueViolation(error)
    ? new UniqueConflict("a reference or a recipient was written since it was read")
    : error;
}

/** One approval for each single transfer that needs a second person. A bulk has one approval of its own. */
function approvalRequestsOf(accepted: readonly AcceptedTransfer[]) {
  const waiting = accepted.filter(({ transfer }) => transfer.approval === "waiting" && transfer.bulk === null);
  if (waiting.length === 0) return [];
  return [
    waiting.map(({ transfer, requested_by, warnings: maker_warnings }) => ({
      scope: transfer,
      subject: transfer.id,
      requested_by,
      seen: maker_warnings,
    })),
  ];
}

function attemptIntentOf({
  transfer,
  receiver,
  channel,
  provider,
  provider_account,
  expect_name,
}: AcceptedTransfer): Intent {
  return {
    scope: transfer,
    subject: transfer.id,
    kind: "transfer",
    channel: channel.id,
    provider,
    provider_account,
    amount: transfer.amount,
    currency: transfer.currency,
    receiver: transfer.receiver,
    receiver_name: receiver.name,
    bank_code: receiver.bank_code,
    country: receiver.country,
    reference: transfer.reference,
    description: transfer.description,
    expect_name,
    due_at: mayBeSent(transfer) ? firstSendAt(transfer, transfer.created_at) : null,
  };
}
