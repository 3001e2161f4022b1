import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Attempt, Ending } from "#providers/attempts.ts";
import { bookCharges } from "#resources/charges/book.ts";
import { bookEnded, recordWithdrawalEvents } from "./end.ts";
import { changeStatus, NO_FAILURE } from "./store.ts";

/** Marks withdrawals as processing just before their attempts are sent. */
export async function startWithdrawals(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const changes = attempts.map((attempt) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
    ...({ status: "processing", ...NO_FAILURE } as const),
  }));
  // A withdrawal may be sent again if the provider provably never received it. It is `processing` already: no second
  // event.
  await recordWithdrawalEvents(tx, await changeStatus(tx, changes, ["pending"]));
}

/** Ends the withdrawals of finished attempts. One call covers many withdrawals, of any merchants. */
export async function endWithdrawals(tx: Tx, endings: readonly Ending[]): Promise<void> {
  const changes = endings.map(({ attempt, result }) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
    ...(result === "complete"
      ? ({ status: "complete", ...NO_FAILURE } as const)
      : ({ ...NO_FAILURE, status: "failed", failure_code: result.code, failure_reason: result.reason } as const)),
  }));
  const ended = await changeStatus(tx, changes, ["pending", "processing"]);
  assert(ended.length === endings.length, "a withdrawal whose attempt ends has not ended");
  await bookEnded(tx, ended);
  await bookCharges(tx, endings);
}
