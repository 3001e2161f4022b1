import { setImmediate as afterOtherRequests } from "node:timers/promises";
import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { makerOf, readDailyTotals } from "#resources/approvals/daily-total.ts";
import { requestApprovals } from "#resources/approvals/request.ts";
import { isBulkApprovalNeeded } from "#resources/approvals/rules.ts";
import type { ApprovalState, StoredWarnings } from "#resources/approvals/schema.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { createInBatches, holdInBatches, isAccepted } from "#resources/transfers/create/create.ts";
import { type AcceptedTransfer, insufficientFunds } from "#resources/transfers/create/evaluate.ts";
import { loadTerms } from "#resources/transfers/create/load-context.ts";
import { addAllToDailyTotals, asRetryableConflict } from "#resources/transfers/create/write.ts";
import { readTiming, timingError } from "#resources/transfers/rules.ts";
import type { TransferRow, TransferTiming } from "#resources/transfers/schema.ts";
import { duplicateKey, findDuplicates, findRepeatedEntries } from "./duplicates.ts";
import { applyBulkRules } from "./order-rules.ts";
import { fieldErrorsOf, parseBulkOrders } from "./parse.ts";
import { type BulkRow, bulkTexts, type NewBulk } from "./schema.ts";
import { insert, waitForConcurrentBulks } from "./store.ts";

/** A run of a schedule. Its due time may already have passed when the worker creates the bulk. */
export interface ScheduledRun extends TransferTiming {
  readonly schedule: Id<"sch">;
}

export interface BulkCreation {
  readonly bulk: BulkRow;
  readonly transfers: readonly TransferRow[];
  readonly approval: ApprovalState | null;
}

/**
 * Accepts all the transfers of a bulk or none of them, in one transaction, and holds the sum. Throws `invalid`, naming
 * every entry that is wrong; `insufficient_funds` when the balance does not cover the sum. If the merchant's rule
 * requires a second person, no transfer is sent before that person approves the bulk. A scheduled bulk holds its sum
 * now or at its due time. `run`: the schedule that creates the bulk; the bulk's maker is then the person who last chose
 * the schedule's transfers.
 *
 * Runs as the engine, as `createTransfers` does. After an error the caller must roll back: some rows may be written by
 * then.
 */
export async function createBulk(
  tx: Tx,
  scope: Scope,
  body: NewBulk,
  { requested_by, key }: { readonly requested_by: Person | null; readonly key: Id<"key"> | null },
  run: ScheduledRun | null = null,
): Promise<BulkCreation> {
  const timing = run ?? readTiming(body);
  const id = newId("btr", tx.now);
  const amount_requested = body.transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const { currency } = body;
  const [, terms] = await Promise.all([
    waitForConcurrentBulks(tx, scope),
    loadTerms(tx, [{ scope, currency, requested_by }]),
  ]);
  const maker = makerOf(scope, requested_by);
  const sent = (await readDailyTotals(tx, [maker]))(maker);
  const is_waiting = isBulkApprovalNeeded(terms.approvalRule(scope), { currency, amount: amount_requested, sent });
  const approval = is_waiting ? "waiting" : null;
  const outcomes = await createInBatches(
    tx,
    parseBulkOrders(scope, body, { id, approval }, timing, { requested_by, key }),
    terms,
  );
  const timing_error = timing && run === null ? timingError(timing.scheduled_at, tx.now) : null;
  const problems = { ...(timing_error ? { scheduled_at: [timing_error] } : {}), ...fieldErrorsOf(outcomes) };
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });
  await afterOtherRequests();
  const accepted = outcomes.filter(isAccepted);
  if (accepted.length < outcomes.length) {
    const required = outcomes.reduce(
      (sum, outcome) =>
        sum + (isAccepted(outcome) ? outcome.transfer.amount_total : BigInt(Number(outcome.params.required))),
      0n,
    );
    throw insufficientFunds(required, currency);
  }
  const allow_duplicate = body.allow_duplicate ?? null;
  // The earlier statements are not awaited yet; a failure of one of them surfaces at the next one.
  const rules = await applyBulkRules(tx, terms, accepted, { key, allow_duplicate }).catch((error: unknown) => {
    throw asRetryableConflict(error);
  });
  await afterOtherRequests();
  const transfers = accepted.map(({ transfer }) => transfer);
  const bulk: BulkRow = {
    ...{ merchant: scope.merchant, environment: scope.environment, id },
    ...bulkTexts(body),
    currency,
    total_amount: transfers.reduce((sum, { amount }) => sum + amount, 0n),
    total_fee: transfers.reduce((sum, { fee }) => sum + fee, 0n),
    total_transfers: transfers.length,
    scheduled_at: timing?.scheduled_at ?? null,
    reserve_funds: timing?.reserve_funds ?? null,
    schedule: run?.schedule ?? null,
    created_at: tx.now,
  };
  tx.atCommit(() => [insert(tx, bulk)]);
  if (requested_by && run === null) {
    await recordBulkCreation(tx, bulk, requested_by, approval).catch((error: unknown) => {
      throw asRetryableConflict(error);
    });
  }
  if (approval !== null) {
    const warnings = await collectWarnings(tx, scope, id, accepted);
    tx.atCommit(() => [requestApprovals(tx, [{ scope, subject: id, requested_by, seen: warnings }])]);
  }
  const daily_total_updates = addAllToDailyTotals(tx, accepted);
  for (const statement of daily_total_updates) statement.catch(() => {});
  tx.atCommit(() => daily_total_updates);
  rules.writeNow();
  await holdInBatches(tx, accepted);
  return { bulk, transfers, approval };
}

// The number of possible duplicates that a reviewer can compare one by one.
const DUPLICATES_SHOWN_MAX = 20;

/**
 * Returns the warnings that the check of this bulk showed to its maker: similar transfers of the last 24 hours, and
 * repeated entries.
 */
async function collectWarnings(
  tx: Tx,
  scope: Scope,
  id: Id<"btr">,
  accepted: readonly AcceptedTransfer[],
): Promise<StoredWarnings> {
  const duplicates_by_key = await findDuplicates(tx, scope, accepted, id);
  const similar = accepted.flatMap(
    ({ receiver, transfer }) => duplicates_by_key.get(duplicateKey(receiver, transfer.amount)) ?? [],
  );
  const duplicates = [...new Set(similar)].slice(0, DUPLICATES_SHOWN_MAX);
  return { holder: null, duplicates, repeats: findRepeatedEntries(accepted).length };
}

async function recordBulkCreation(tx: Tx, bulk: BulkRow, by: Person, approval: ApprovalState | null): Promise<void> {
  const { merchant, environment, id, total_amount, currency, total_transfers } = bulk;
  const after = { total_amount: total_amount.toString(), currency, total_transfers, approval };
  const entry = { action: "bulk_transfer.created" as const, subject: id, before: null, after };
  await recordAuditEntry(tx, { merchant, environment, actor: `user:${by.id}`, ...entry });
}
