import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { readMobile } from "#kernel/phone.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { findAvailable, hold } from "#ledger/ledger.ts";
import { openReceiver, sealReceiver } from "#providers/account-number.ts";
import { carrierAmountError, findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { createAttempts } from "#providers/attempts.ts";
import {
  addToDailyTotals,
  approvalThreshold,
  lockMakersOnRetry,
  makerOf,
  readDailyTotals,
} from "#resources/approvals/daily-total.ts";
import { requestApprovals } from "#resources/approvals/request.ts";
import { isApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { BLOCKED_MESSAGE, isBlocked } from "#resources/blocks/check.ts";
import { loadLimits, openLimitCounter } from "#resources/limits/count.ts";
import { payeeOf } from "#resources/limits/rules.ts";
import type { LimitedOrder } from "#resources/limits/schema.ts";
import { findConfirmedAccount } from "#resources/withdrawal-accounts/find-confirmed.ts";
import type { WithdrawalAccountRow } from "#resources/withdrawal-accounts/schema.ts";
import { eventData } from "./present.ts";
import { findWithdrawalChannel } from "./rules.ts";
import { BANK, type WithdrawalRow } from "./schema.ts";
import { find, insert } from "./store.ts";

export interface WithdrawalOrder {
  readonly account: string;
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The person who orders it; null for an API key. */
  readonly by: Person | null;
  /** The API key that orders it; null for a person. */
  readonly key: Id<"key"> | null;
  /** The withdrawal rule that orders it, if any. */
  readonly rule?: string;
}

/**
 * Creates a withdrawal to one of the merchant's own accounts. The amount is held at once; there is no fee. If the
 * approval rule requires a second person, the withdrawal waits for the approval. Throws `invalid` if the account is
 * unknown, unconfirmed or in its cooling time; `conflict` for a taken reference; `insufficient_funds`.
 */
export async function createWithdrawal(tx: Tx, scope: Scope, order: WithdrawalOrder): Promise<WithdrawalRow> {
  const account = await findUsableAccount(tx, scope, order.account);
  const { currency } = account;
  if (order.reference !== null && (await find(tx, scope, order.reference))) {
    throw new ServiceError("reference_taken", "A withdrawal with this reference already exists", {
      params: { reference: order.reference },
    });
  }
  const number = openReceiver(scope, account.id, account.receiver);
  const payee = payeeOf({ ...account, number });
  if (await isBlocked(tx, { ...scope, party: payee })) throw invalid("account", "payee_blocked", BLOCKED_MESSAGE);
  const maker = makerOf(scope, order.by);
  await lockMakersOnRetry(tx, [maker]);
  const limits = await loadLimits(tx, [scope]);
  const balance_key = { ...scope, currency };
  if ((await findAvailable(tx, [balance_key]))(balance_key) < order.amount) {
    throw new ServiceError("insufficient_funds", "Insufficient balance to complete this withdrawal", {
      params: { required: Number(order.amount), currency },
    });
  }
  const { merchant, environment } = scope;
  const limited: LimitedOrder = {
    ...{ merchant, environment, amount: order.amount, currency, counted_at: tx.now, is_payment: false },
    ...{ key: order.key, person: order.by?.id ?? null, otherParty: () => payee },
  };
  const counter = await openLimitCounter(tx, limits, [limited]);
  const id = newId("wdr", tx.now);
  const passed_limit = counter.take([{ order: limited, subject: id }]);
  if (passed_limit !== null) throw passed_limit;
  const [[rule = null], dailyTotalOf] = await Promise.all([findRules(tx, [scope]), readDailyTotals(tx, [maker])]);
  const is_waiting = isApprovalNeeded(rule, { currency, amount: order.amount, sent: dailyTotalOf(maker) });
  const withdrawal = await writeWithdrawal(tx, scope, order, { ...account, number }, { id, is_waiting });
  const amount_above = is_waiting ? null : approvalThreshold(rule);
  if (amount_above !== null) {
    const { id: subject, amount } = withdrawal;
    tx.atCommit(() => addToDailyTotals(tx, [{ ...maker, subject, amount, amount_above }]));
  }
  counter.writeAtCommit();
  hold(tx, [{ ...scope, currency, subject: withdrawal.id, amount: order.amount }]);
  return withdrawal;
}

async function findUsableAccount(tx: Tx, scope: Scope, id: string): Promise<WithdrawalAccountRow> {
  const account = await findConfirmedAccount(tx, scope, id);
  if (account.usable_at > tx.now)
    throw invalid(
      "account",
      "withdrawal_account_cooling",
      `Money may go to this account from ${account.usable_at} on`,
      {
        until: account.usable_at,
      },
    );
  return account;
}

async function writeWithdrawal(
  tx: Tx,
  scope: Scope,
  order: WithdrawalOrder,
  account: WithdrawalAccountRow & { readonly number: string },
  { id, is_waiting }: { readonly id: Id<"wdr">; readonly is_waiting: boolean },
): Promise<WithdrawalRow> {
  const { type, country, currency, name, bank_code, number } = account;
  const phone = type === "mobile_money" ? readMobile(number, country) : null;
  const accounts = await findUsableAccounts(tx, [scope]);
  const channel = findWithdrawalChannel({ type, country, currency, phone }, order.amount);
  const usable = channel && accounts.carrier(scope, channel, "transfer");
  const carrier = channel && usable && carrierAmountError(order.amount, channel, usable) === null ? usable : null;
  const row: WithdrawalRow = {
    ...{ merchant: scope.merchant, environment: scope.environment, id, reference: order.reference ?? id },
    ...{ account: account.id, amount: order.amount, currency, receiver: sealReceiver(scope, id, number, type) },
    ...{ channel: carrier && channel ? channel.id : null, provider: carrier?.provider ?? BANK },
    ...{ description: order.description, metadata: order.metadata, status: "pending", rule: order.rule ?? null },
    approval: is_waiting ? "waiting" : null,
    ...{ failure_code: null, failure_reason: null, bank_reference: null },
    ...{ proposed: null, proposed_text: null, proposed_by: null, sequence: 1 },
    ...{ created_at: tx.now, updated_at: tx.now, completed_at: null },
  };
  await insert(tx, row);
  if (carrier && channel) {
    await createAttempts(tx, [
      {
        ...{ scope, subject: id, kind: "withdrawal", channel: channel.id, provider: carrier.provider, country },
        provider_account: carrier.account,
        ...{ amount: row.amount, currency, receiver: row.receiver, receiver_name: name, bank_code },
        ...{ reference: row.reference, description: row.description, due_at: is_waiting ? null : tx.now },
      },
    ]);
  }
  if (is_waiting) await requestApprovals(tx, [{ scope, subject: id, requested_by: order.by, seen: null }]);
  await recordEvents(tx, [
    { scope, type: "withdrawal.created", resource: id, sequence: row.sequence, data: eventData(row) },
  ]);
  const after = { account: account.id, amount: `${row.amount}`, currency, approval: row.approval };
  await recordPersonAction(tx, scope, order.by, { action: "withdrawal.created", subject: id, before: null, after });
  return row;
}
