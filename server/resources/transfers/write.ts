import { isDuplicate, Taken, type Tx } from "#db/tx.ts";
import { type Happening, record } from "#events/events.ts";
import { hold } from "#ledger/ledger.ts";
import { type Intent, open } from "#providers/attempts.ts";
import { askForApproval } from "#resources/approvals/ask.ts";
import { countSent, makerOf } from "#resources/approvals/daily-total.ts";
import { insert as insertBeneficiaries } from "#resources/beneficiaries/store.ts";
import type { Accepted } from "./accept.ts";
import { eventData } from "./show.ts";
import { insert } from "./store.ts";

/** An accepted transfer with its JSON text, written once: the reply and the event share it. */
export interface Created extends Accepted {
  readonly text: string;
}

export function createdBy(accepted: Accepted): Created {
  return { ...accepted, text: eventData(accepted.transfer) };
}

/** Writes accepted transfers at the transaction's end: recipients, transfers, provider attempts, events and holds. */
export function writeTransfers(tx: Tx, accepted: readonly Created[]): void {
  tx.leave(() => insertAll(tx, accepted), whenTaken);
  tx.leave(() => countAll(tx, accepted));
  holdFor(tx, accepted);
}

/** Counts the transfers sent under a rule with an amount. Returns statements to be flushed together, ahead of the hold. */
export function countAll(tx: Tx, accepted: readonly Accepted[]): readonly Promise<unknown>[] {
  const sent = accepted.flatMap(({ transfer, asked_by, counted_above }) =>
    counted_above === null
      ? []
      : [
          {
            ...makerOf(transfer, asked_by),
            subject: transfer.id,
            amount: transfer.amount,
            amount_above: counted_above,
          },
        ],
  );
  return sent.length === 0 ? [] : countSent(tx, sent);
}

export function holdFor(tx: Tx, accepted: readonly Accepted[]): void {
  hold(
    tx,
    accepted.map(({ transfer }) => ({
      merchant: transfer.merchant,
      environment: transfer.environment,
      currency: transfer.currency,
      subject: transfer.id,
      amount: transfer.amount_total,
    })),
  );
}

export function insertAll(tx: Tx, accepted: readonly Created[]): readonly (Promise<unknown> | undefined)[] {
  const transfers = accepted.map(({ transfer }) => transfer);
  const beneficiaries = accepted.flatMap(({ new_beneficiary }) => new_beneficiary ?? []);
  return [
    beneficiaries.length > 0 ? insertBeneficiaries(tx, beneficiaries) : undefined,
    insert(tx, transfers),
    open(tx, accepted.map(intentOf)),
    ...waitingIn(accepted).map((asked) => askForApproval(tx, asked)),
    record(tx, accepted.map(happeningOf)),
  ];
}

function happeningOf({ transfer, text }: Created): Happening {
  return {
    scope: transfer,
    type: "transfer.created",
    resource: transfer.id,
    sequence: transfer.sequence,
    data: text,
  };
}

/** Another server wrote the same reference or recipient after this one read. The retry reads it. */
export function whenTaken(error: unknown): unknown {
  return isDuplicate(error) ? new Taken("a reference or a recipient was written since it was read") : error;
}

/** The transfers that wait for a second person, one approval each. A bulk has an approval of its own. */
function waitingIn(accepted: readonly Accepted[]) {
  const waiting = accepted.filter(({ transfer }) => transfer.approval === "waiting" && transfer.bulk === null);
  if (waiting.length === 0) return [];
  return [waiting.map(({ transfer, asked_by, seen }) => ({ scope: transfer, subject: transfer.id, asked_by, seen }))];
}

function intentOf({ transfer, receiver, channel, provider, connection, expect_name }: Accepted): Intent {
  return {
    scope: transfer,
    subject: transfer.id,
    kind: "transfer",
    channel: channel.id,
    provider,
    connection,
    amount: transfer.amount,
    currency: transfer.currency,
    receiver: transfer.receiver,
    receiver_name: receiver.name,
    bank_code: receiver.bank_code,
    country: receiver.country,
    reference: transfer.reference,
    description: transfer.description,
    expect_name,
    due_at: transfer.approval === "waiting" ? null : transfer.created_at,
  };
}
