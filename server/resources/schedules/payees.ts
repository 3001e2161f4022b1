import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { insert as insertBeneficiaries } from "#resources/beneficiaries/store.ts";
import { fieldErrorsOf, parseBulkOrders } from "#resources/bulk/parse.ts";
import type { NewBulk } from "#resources/bulk/schema.ts";
import { evaluateTransfers, isAccepted } from "#resources/transfers/create/create.ts";
import { asRetryableConflict } from "#resources/transfers/create/write.ts";
import type { PayeeRow } from "./schema.ts";
import { deletePayees, insertPayees } from "./store.ts";

// Rows per statement: enough to make the round trip worthwhile, few enough not to block the event loop for long.
const BATCH_SIZE = 500;

export interface StoredPayees {
  readonly total_amount: bigint;
  readonly total_transfers: number;
}

/**
 * Validates a schedule's transfers like those of a bulk, but ignores the balance, and stores them in place of the
 * earlier ones. Recipients who are not stored yet become unlisted beneficiaries. Throws `invalid` with the errors of
 * all wrong entries.
 */
export async function storePayees(
  tx: Tx,
  scope: Scope,
  schedule: Id<"sch">,
  body: Pick<NewBulk, "currency" | "transfers">,
  requested_by: Person | null,
): Promise<StoredPayees> {
  const outcomes = await evaluateTransfers(tx, parseBulkOrders(scope, body, null, null, { requested_by, key: null }));
  const problems = fieldErrorsOf(outcomes);
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });
  const accepted = outcomes.filter(isAccepted);
  const beneficiaries = accepted.flatMap(({ new_beneficiary }) => new_beneficiary ?? []);
  const payees = accepted.map(
    ({ transfer, expect_name }, position): PayeeRow => ({
      ...{ merchant: scope.merchant, environment: scope.environment, schedule, position },
      ...{ beneficiary: transfer.beneficiary, channel: transfer.channel, amount: transfer.amount },
      ...{ description: transfer.description, metadata: transfer.metadata, expect_name },
    }),
  );
  for (let from = 0; from < beneficiaries.length; from += BATCH_SIZE) {
    await insertBeneficiaries(tx, beneficiaries.slice(from, from + BATCH_SIZE)).catch((error: unknown) => {
      throw asRetryableConflict(error);
    });
  }
  await deletePayees(tx, scope, schedule);
  for (let from = 0; from < payees.length; from += BATCH_SIZE) {
    await insertPayees(tx, payees.slice(from, from + BATCH_SIZE));
  }
  return {
    total_amount: payees.reduce((sum, { amount }) => sum + amount, 0n),
    total_transfers: payees.length,
  };
}
