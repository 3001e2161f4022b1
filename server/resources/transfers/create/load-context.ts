import type { ReadTx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { findAvailable } from "#ledger/ledger.ts";
import { findUsableAccounts, type UsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { lockMakersOnRetry, makerOf } from "#resources/approvals/daily-total.ts";
import type { ApprovalRuleRow } from "#resources/approvals/schema.ts";
import { findRules } from "#resources/approvals/store.ts";
import type { BeneficiaryRow } from "#resources/beneficiaries/schema.ts";
import { findByData, findMany } from "#resources/beneficiaries/store.ts";
import { type Fee, findAll as findFees } from "#resources/fees/store.ts";
import { loadOrderRules, type StoredOrderRules } from "#resources/limits/count.ts";
import { findTakenReferences } from "#resources/transfers/store.ts";
import type { ParsedTransferOrder } from "./parse-order.ts";

/** The stored terms that apply to all orders of a set of merchants. */
export interface TransferTerms extends StoredOrderRules {
  fees(scope: Scope): readonly Fee[];
  /** The merchant's rule for approval by a second person; null if it has none. */
  approvalRule(scope: Scope): ApprovalRuleRow | null;
  /** The provider accounts that each merchant can use. */
  readonly usable_accounts: UsableAccounts;
  available(of: Scope & { readonly currency: string }): bigint;
}

/** The stored rows that decide the outcome of a set of orders. */
export interface TransferContext extends TransferTerms {
  beneficiary(scope: Scope, id: string): BeneficiaryRow | null;
  /** The existing unlisted beneficiary with the same data; null without one. */
  unlistedBeneficiary(scope: Scope, data_key: Buffer): { readonly id: Id<"ben"> } | null;
  isReferenceTaken(scope: Scope, reference: string): boolean;
}

/** Takes one round trip, whatever the number of orders and merchants. Does not read `loaded_terms` again. */
export async function loadContext(
  tx: ReadTx,
  orders: readonly ParsedTransferOrder[],
  loaded_terms?: TransferTerms,
): Promise<TransferContext> {
  const ids = orders.flatMap(({ order: { scope, recipient } }) =>
    recipient.by === "id" ? [{ ...scope, id: recipient.id }] : [],
  );
  const data = orders.flatMap(({ order, inline: brought }) =>
    brought ? [{ ...order.scope, data_key: brought.data_key }] : [],
  );
  const references = orders.flatMap(({ order: { scope, reference } }) =>
    reference === null ? [] : [{ ...scope, reference }],
  );

  // Read the terms first: on a retry they take locks, and the later reads must see all rows committed before the lock.
  const [terms, by_id, by_data, existing_references] = await Promise.all([
    loaded_terms ??
      loadTerms(
        tx,
        orders.map(({ order }) => order),
      ),
    ids.length > 0 ? findMany(tx, ids) : [],
    data.length > 0 ? findByData(tx, data) : [],
    references.length > 0 ? findTakenReferences(tx, references) : [],
  ]);

  const beneficiaries = new Map(by_id.map((row) => [`${scopeKey(row)} ${row.requested_id}`, row]));
  const unlisted_by_data = new Map(by_data.map((row) => [`${scopeKey(row)} ${row.data_key.toString("latin1")}`, row]));
  const taken_references = new Set(existing_references.map((row) => `${scopeKey(row)} ${row.reference}`));
  return {
    ...terms,
    beneficiary: (scope, id) => beneficiaries.get(`${scopeKey(scope)} ${id}`) ?? null,
    unlistedBeneficiary: (scope, data_key) =>
      unlisted_by_data.get(`${scopeKey(scope)} ${data_key.toString("latin1")}`) ?? null,
    isReferenceTaken: (scope, reference) => taken_references.has(`${scopeKey(scope)} ${reference}`),
  };
}

/** Reads the terms for orders of these merchants in these currencies. */
export async function loadTerms(
  tx: ReadTx,
  orders: readonly Pick<ParsedTransferOrder["order"], "scope" | "currency" | "requested_by">[],
): Promise<TransferTerms> {
  const scopes = [...new Map(orders.map(({ scope }) => [scopeKey(scope), scope])).values()];
  // On a retry, lock makers, then the counters of limits, then balances, before reading the rest.
  const [, order_rules, availableOf, fees, rules, accounts] = await Promise.all([
    lockMakersOnRetry(
      tx,
      orders.map(({ scope, requested_by }) => makerOf(scope, requested_by)),
    ),
    loadOrderRules(tx, scopes),
    findAvailable(
      tx,
      orders.map(({ scope, currency }) => ({ ...scope, currency })),
    ),
    findFees(tx, scopes, "transfer"),
    findRules(tx, scopes),
    findUsableAccounts(tx, scopes),
  ]);
  return {
    approvalRule: (scope) => rules.find((rule) => scopeKey(rule) === scopeKey(scope)) ?? null,
    fees: (scope) => fees.filter((fee) => scopeKey(fee) === scopeKey(scope)),
    ...order_rules,
    usable_accounts: accounts,
    available: availableOf,
  };
}

let last_scope = { merchant: "", environment: "", text: "" };

/**
 * A merchant and environment as one string. The last string is cached, because most orders of a set share a scope, and
 * a Map finds the same string object faster.
 */
export function scopeKey({ merchant, environment }: Scope): string {
  if (merchant !== last_scope.merchant || environment !== last_scope.environment) {
    last_scope = { merchant, environment, text: `${merchant} ${environment}` };
  }
  return last_scope.text;
}
