import type { Reader } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { available } from "#ledger/ledger.ts";
import { type Connections, connections } from "#providers/connections.ts";
import { holdMakersOnRetry, makerOf } from "#resources/approvals/daily-total.ts";
import type { RuleRow } from "#resources/approvals/schema.ts";
import { findRules } from "#resources/approvals/store.ts";
import type { BeneficiaryRow } from "#resources/beneficiaries/schema.ts";
import { findByData, findMany } from "#resources/beneficiaries/store.ts";
import { type Fee, findAll as findFees } from "#resources/fees/store.ts";
import type { ReadOrder } from "./read.ts";
import { findReferences } from "./store.ts";

/** The stored terms that apply to all orders of these merchants. */
export interface Terms {
  fees(scope: Scope): readonly Fee[];
  /** The rule for approval by a second person; null: never needed. */
  approvalRule(scope: Scope): RuleRow | null;
  /** The providers that each merchant can use. */
  readonly connections: Connections;
  available(of: Scope & { readonly currency: string }): bigint;
}

/** Every stored row that decides about a set of orders, read at one moment. */
export interface Known extends Terms {
  beneficiary(scope: Scope, id: string): BeneficiaryRow | null;
  /** The existing unlisted beneficiary with the same data. */
  unlisted(scope: Scope, data_key: Buffer): { readonly id: Id<"ben"> } | null;
  isTaken(scope: Scope, reference: string): boolean;
}

/** Takes one round trip, whatever the number of orders and merchants. `given` terms are not read again. */
export async function lookUp(tx: Reader, orders: readonly ReadOrder[], given?: Terms): Promise<Known> {
  const ids = orders.flatMap(({ order: { scope, recipient } }) =>
    recipient.by === "id" ? [{ ...scope, id: recipient.id }] : [],
  );
  const data = orders.flatMap(({ order, brought }) =>
    brought ? [{ ...order.scope, data_key: brought.data_key }] : [],
  );
  const references = orders.flatMap(({ order: { scope, reference } }) =>
    reference === null ? [] : [{ ...scope, reference }],
  );

  // Read the terms first: on a retry they take locks, and the reads after them see every row committed before the lock.
  const [terms, by_id, by_data, taken] = await Promise.all([
    given ??
      lookUpTerms(
        tx,
        orders.map(({ order }) => order),
      ),
    ids.length > 0 ? findMany(tx, ids) : [],
    data.length > 0 ? findByData(tx, data) : [],
    references.length > 0 ? findReferences(tx, references) : [],
  ]);

  const beneficiaries = new Map(by_id.map((row) => [`${scopeText(row)} ${row.id}`, row]));
  const unlisted = new Map(by_data.map((row) => [`${scopeText(row)} ${row.data_key.toString("latin1")}`, row]));
  const taken_references = new Set(taken.map((row) => `${scopeText(row)} ${row.reference}`));
  return {
    ...terms,
    beneficiary: (scope, id) => beneficiaries.get(`${scopeText(scope)} ${id}`) ?? null,
    unlisted: (scope, data_key) => unlisted.get(`${scopeText(scope)} ${data_key.toString("latin1")}`) ?? null,
    isTaken: (scope, reference) => taken_references.has(`${scopeText(scope)} ${reference}`),
  };
}

/** Reads the terms for orders of these merchants in these currencies. */
export async function lookUpTerms(
  tx: Reader,
  orders: readonly Pick<ReadOrder["order"], "scope" | "currency" | "asked_by">[],
): Promise<Terms> {
  const scopes = [...new Map(orders.map(({ scope }) => [scopeText(scope), scope])).values()];
  // On a retry, makers and then balances are locked before the rest is read.
  const [, availableOf, fees, rules, connected] = await Promise.all([
    holdMakersOnRetry(
      tx,
      orders.map(({ scope, asked_by }) => makerOf(scope, asked_by)),
    ),
    available(
      tx,
      orders.map(({ scope, currency }) => ({ ...scope, currency })),
    ),
    findFees(tx, scopes, "transfer"),
    findRules(tx, scopes),
    connections(tx, scopes),
  ]);
  return {
    approvalRule: (scope) => rules.find((rule) => scopeText(rule) === scopeText(scope)) ?? null,
    fees: (scope) => fees.filter((fee) => scopeText(fee) === scopeText(scope)),
    connections: connected,
    available: availableOf,
  };
}

let last_scope = { merchant: "", environment: "", text: "" };

/**
 * A merchant's environment as one text. The last text is cached: most orders of a set share a scope, and a Map finds
 * the same string object faster.
 */
export function scopeText({ merchant, environment }: Scope): string {
  if (merchant !== last_scope.merchant || environment !== last_scope.environment) {
    last_scope = { merchant, environment, text: `${merchant} ${environment}` };
  }
  return last_scope.text;
}
