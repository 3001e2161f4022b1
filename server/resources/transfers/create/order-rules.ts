import type { Tx } from "#db/tx.ts";
import { invalid, type ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { BLOCKED_MESSAGE, type BlockLookup, lookUpBlocks, NO_BLOCKS } from "#resources/blocks/check.ts";
import { guardTerms, openDuplicateCheck, possibleDuplicate } from "#resources/duplicate-guard/guard.ts";
import type { GuardedOrder } from "#resources/duplicate-guard/schema.ts";
import { openLimitCounter } from "#resources/limits/count.ts";
import { payeeOf } from "#resources/limits/rules.ts";
import type { LimitedOrder } from "#resources/limits/schema.ts";
import { scopeKey, type TransferContext } from "./load-context.ts";
import type { ParsedTransferOrder } from "./parse-order.ts";
import { receiverOf } from "./receiver.ts";

/** The rules of a merchant for its orders: blocked numbers, the duplicate guard, and the limits. */
export interface OrderRules {
  /** Returns the error of an order that a rule refuses; null if it was counted. */
  take(parsed: ParsedTransferOrder, id: Id<"trf">): ServiceError | null;
  /** Stores the counted orders at the commit. */
  writeAtCommit(): void;
}

export const NO_ORDER_RULES: OrderRules = { take: () => null, writeAtCommit: () => {} };

/** Whether a rule may apply to these orders. */
function haveOrderRules(orders: readonly ParsedTransferOrder[], context: TransferContext): boolean {
  return (
    context.limits.length > 0 ||
    context.scopes_with_blocks.length > 0 ||
    context.duplicate_guards.length > 0 ||
    orders.some(({ order }) => order.allow_duplicate !== null)
  );
}

/** Reads what the rules compare these orders with. */
export async function openOrderRules(
  tx: Tx,
  orders: readonly ParsedTransferOrder[],
  context: TransferContext,
): Promise<OrderRules> {
  if (!haveOrderRules(orders, context)) return NO_ORDER_RULES;
  const limited = new Map(orders.map((order) => [order, limitedOrderOf(order, context, tx.now)] as const));
  const guarded = new Map(
    orders.flatMap((parsed) => {
      const order = guardedOrderOf(parsed, context);
      return order === null ? [] : [[parsed, order] as const];
    }),
  );
  const [isBlocked, counter, duplicates] = await Promise.all([
    lookUpBlocksOf(tx, orders, context),
    openLimitCounter(tx, context.limits, [...limited.values()]),
    openDuplicateCheck(tx, [...guarded.values()], [...limited.values()]),
  ]);
  return {
    take(parsed, id) {
      if (isBlocked !== NO_BLOCKS && isBlocked({ ...scopeOf(parsed), party: payeeIn(parsed, context) }))
        return blockedPayee(parsed);
      const guarded_order = guarded.get(parsed);
      const duplicate = guarded_order ? duplicates.find(guarded_order) : null;
      if (duplicate !== null) return possibleDuplicate(duplicate, tx.now);
      const order = limited.get(parsed);
      const passed_limit = order ? counter.take([{ order, subject: id }]) : null;
      if (passed_limit === null && guarded_order) duplicates.add(guarded_order, id);
      return passed_limit;
    },
    writeAtCommit() {
      duplicates.writeAtCommit();
      counter.writeAtCommit();
    },
  };
}

async function lookUpBlocksOf(
  tx: Tx,
  orders: readonly ParsedTransferOrder[],
  context: TransferContext,
): Promise<BlockLookup> {
  const keys = new Set(context.scopes_with_blocks.map(scopeKey));
  const checked = keys.size === 0 ? [] : orders.filter((parsed) => keys.has(scopeKey(parsed.order.scope)));
  return lookUpBlocks(
    tx,
    checked.map((parsed) => ({ ...scopeOf(parsed), party: payeeIn(parsed, context) })),
  );
}

function scopeOf({ order: { scope } }: ParsedTransferOrder): Scope {
  return { merchant: scope.merchant, environment: scope.environment };
}

function blockedPayee({ inline }: ParsedTransferOrder): ServiceError {
  const number = inline?.receiver.type === "bank_account" ? "account_number" : "phone";
  return invalid(inline ? `beneficiary_data.${number}` : "beneficiary", "payee_blocked", BLOCKED_MESSAGE);
}

function limitedOrderOf(parsed: ParsedTransferOrder, context: TransferContext, now: Instant): LimitedOrder {
  const { scope, amount, currency, timing = null, key, requested_by } = parsed.order;
  return {
    ...{ merchant: scope.merchant, environment: scope.environment, amount, currency, key },
    ...{ counted_at: timing?.scheduled_at ?? now, person: requested_by?.id ?? null, is_payment: false },
    otherParty: () => payeeIn(parsed, context),
  };
}

function guardedOrderOf(parsed: ParsedTransferOrder, context: TransferContext): GuardedOrder | null {
  const { scope, amount, currency, allow_duplicate } = parsed.order;
  const terms = guardTerms(context.duplicate_guards, scope, allow_duplicate);
  if (terms === null) return null;
  const { merchant, environment } = scope;
  return { merchant, environment, amount, currency, payee: payeeIn(parsed, context), ...terms };
}

/** The payee as the rules identify it; empty for an unknown beneficiary, whose order is refused. */
function payeeIn(parsed: ParsedTransferOrder, context: TransferContext): string {
  const receiver = receiverOf(parsed, context);
  return receiver ? payeeOf(receiver) : "";
}
