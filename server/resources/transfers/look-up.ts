import type { Reader } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { available } from "#ledger/ledger.ts";
import { type Connections, connections } from "#providers/connections.ts";
import type { RuleRow } from "#resources/approvals/schema.ts";
import { findRules } from "#resources/approvals/store.ts";
import type { BeneficiaryRow } from "#resources/beneficiaries/schema.ts";
import { findByData, findMany } from "#resources/beneficiaries/store.ts";
import { type Fee, findAll as findFees } from "#resources/fees/store.ts";
import type { ReadOrder } from "./read.ts";
import { findReferences } from "./store.ts";

/** Everything stored that decides about a set of orders, read at one moment. */
export interface Known {
  beneficiary(scope: Scope, id: string): BeneficiaryRow | null;
  /** The unlisted beneficiary that has these data already. */
  unlisted(scope: Scope, data_key: Buffer): BeneficiaryRow | null;
  fees(scope: Scope): readonly Fee[];
  /** When a second person must agree; null: never. */
  approvalRule(scope: Scope): RuleRow | null;
  isTaken(scope: Scope, reference: string): boolean;
  /** Which providers each merchant can use. */
  readonly connections: Connections;
  available(of: Scope & { readonly currency: string }): bigint;
}

/** One round trip, however many orders and merchants. */
export async function lookUp(tx: Reader, orders: readonly ReadOrder[]): Promise<Known> {
  const scopes = [...new Map(orders.map(({ order }) => [scopeText(order.scope), order.scope])).values()];
  const ids = orders.flatMap(({ order: { scope, recipient } }) =>
    recipient.by === "id" ? [{ ...scope, id: recipient.id }] : [],
  );
  const data = orders.flatMap(({ order, brought }) =>
    brought ? [{ ...order.scope, data_key: brought.data_key }] : [],
  );
  const references = orders.flatMap(({ order: { scope, reference } }) =>
    reference === null ? [] : [{ ...scope, reference }],
  );

  // The balance first: on another try it is locked, and what is read behind it is as new as the lock.
  const [availableOf, by_id, by_data, taken, fees, rules, connected] = await Promise.all([
    available(
      tx,
      orders.map(({ order }) => ({ ...order.scope, currency: order.currency })),
    ),
    ids.length > 0 ? findMany(tx, ids) : [],
    data.length > 0 ? findByData(tx, data) : [],
    references.length > 0 ? findReferences(tx, references) : [],
    findFees(tx, scopes, "transfer"),
    findRules(tx, scopes),
    connections(tx, scopes),
  ]);

  const beneficiaries = new Map(by_id.map((row) => [`${scopeText(row)} ${row.id}`, row]));
  const unlisted = new Map(by_data.map((row) => [`${scopeText(row)} ${row.data_key?.toString("base64")}`, row]));
  const taken_references = new Set(taken.map((row) => `${scopeText(row)} ${row.reference}`));
  return {
    beneficiary: (scope, id) => beneficiaries.get(`${scopeText(scope)} ${id}`) ?? null,
    unlisted: (scope, data_key) => unlisted.get(`${scopeText(scope)} ${data_key.toString("base64")}`) ?? null,
    approvalRule: (scope) => rules.find((rule) => scopeText(rule) === scopeText(scope)) ?? null,
    fees: (scope) => fees.filter((fee) => scopeText(fee) === scopeText(scope)),
    isTaken: (scope, reference) => taken_references.has(`${scopeText(scope)} ${reference}`),
    connections: connected,
    available: availableOf,
  };
}

export function scopeText(scope: Scope): string {
  return `${scope.merchant} ${scope.environment}`;
}
