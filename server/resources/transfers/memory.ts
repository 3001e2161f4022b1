import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import type { RuleKey } from "#resources/approvals/schema.ts";
import type { BeneficiaryRow, BeneficiaryVersion } from "#resources/beneficiaries/schema.ts";
import { type Known, scopeText, type Terms } from "./look-up.ts";
import type { ReadOrder } from "./read.ts";

/**
 * What was looked up for transfers, remembered, so that the next ones to the same people need no look of their own. No refusal
 * rests on it, and what must not be out of date is asked again by the statements that write
 * (`docs/decisions/0019-transfers-from-memory.md`).
 */
export interface Memory {
  /** What these orders would find; null where part of it is not remembered. */
  recall(orders: readonly ReadOrder[]): Recalled | null;
  /** So much of what can be spent will be gone. */
  spend(of: Purse, amount: bigint): void;
  /** What was looked up for these orders. */
  keep(orders: readonly ReadOrder[], known: Known): void;
  /** Something of what was recalled for these orders had changed: for a second their merchants' are looked up. */
  doubt(orders: readonly ReadOrder[]): void;
  /** Fees, or accounts at providers, have changed. */
  forget(): void;
}

export interface Recalled extends Known {
  /** What must be as it is remembered when it is written. */
  readonly rests_on: {
    readonly beneficiaries: readonly BeneficiaryVersion[];
    readonly rules: readonly RuleKey[];
  };
}

type Purse = Scope & { readonly currency: string };

/** What does not change with each transfer. Not with it all that was looked up beside it. */
type Lasting = Pick<Terms, "fees" | "approvalRule" | "connections">;

/** Of one merchant and environment. */
interface Remembered {
  readonly scope: Scope;
  readonly terms: Lasting;
  /** What can be spent, by currency. */
  readonly left: Map<string, bigint>;
  readonly until_ms: number;
}

/** How long fees, accounts at providers and balances are remembered: as long as keys are. */
export const TERMS_MS = SECOND_MS;
const MERCHANTS_MAX = 1_000;
/** Of those given by id, and of those given by their data. */
export const BENEFICIARIES_MAX = 10_000;

export function transferMemory(kept_ms = TERMS_MS): Memory {
  const merchants = new Map<string, Remembered>();
  const doubted_until_ms = new Map<string, number>();
  const by_id = new Map<string, BeneficiaryRow>();
  const by_data = new Map<string, BeneficiaryVersion>();

  function merchantOf(text: string, now_ms: number): Remembered | null {
    const found = merchants.get(text);
    return found && found.until_ms >= now_ms ? found : null;
  }

  function beneficiaryOf({ order: { recipient }, brought }: ReadOrder, text: string): BeneficiaryVersion | null {
    if (brought) return by_data.get(dataText(text, brought.data_key)) ?? null;
    return (recipient.by === "id" ? by_id.get(`${text} ${recipient.id}`) : null) ?? null;
  }

  /** An order of the merchant says that it, and what was read with it, is fresh. */
  function keepMerchant({ order: { scope, currency } }: ReadOrder, known: Known, until_ms: number): void {
    const text = scopeText(scope);
    if ((doubted_until_ms.get(text) ?? 0) >= performance.now()) return;
    const before = merchants.get(text);
    const { fees, approvalRule, connections } = known;
    const is_same = before?.terms.fees === fees;
    const terms = { fees, approvalRule, connections };
    const merchant = is_same ? before : { scope, terms, left: new Map<string, bigint>(), until_ms };
    merchant.left.set(currency, known.available({ ...scope, currency }));
    if (!is_same) put(merchants, MERCHANTS_MAX, text, merchant);
  }

  return {
    recall(orders) {
      const found: Found = { merchants: new Map(), brought: new Map(), versions: new Map() };
      const now_ms = performance.now();
      for (const read of orders) {
        const text = scopeText(read.order.scope);
        const merchant = found.merchants.get(text) ?? merchantOf(text, now_ms);
        const version = beneficiaryOf(read, text);
        if (!merchant?.left.has(read.order.currency) || !version) return null;
        found.merchants.set(text, merchant);
        found.versions.set(`${text} ${version.id}`, version);
        if (read.brought) found.brought.set(read.brought.data_key, version);
      }
      return recalled(found, by_id);
    },

    spend(of, amount) {
      const left = merchants.get(scopeText(of))?.left;
      const before = left?.get(of.currency);
      if (before !== undefined) left?.set(of.currency, before - amount);
    },

    keep(orders, known) {
      const until_ms = performance.now() + kept_ms;
      for (const read of orders) {
        const { scope, recipient } = read.order;
        const text = scopeText(scope);
        keepMerchant(read, known, until_ms);
        if (read.brought) {
          const { data_key } = read.brought;
          replace(by_data, dataText(text, data_key), known.unlisted(scope, data_key));
        } else if (recipient.by === "id") {
          replace(by_id, `${text} ${recipient.id}`, known.beneficiary(scope, recipient.id));
        }
      }
    },

    doubt(orders) {
      const until_ms = performance.now() + kept_ms;
      for (const { order } of orders) {
        const text = scopeText(order.scope);
        merchants.delete(text);
        put(doubted_until_ms, MERCHANTS_MAX, text, until_ms);
      }
    },

    forget: () => merchants.clear(),
  };
}

/** What is remembered of a set of orders. */
interface Found {
  readonly merchants: Map<string, Remembered>;
  readonly brought: Map<Buffer, BeneficiaryVersion>;
  readonly versions: Map<string, BeneficiaryVersion>;
}

function recalled({ merchants, brought, versions }: Found, by_id: ReadonlyMap<string, BeneficiaryRow>): Recalled {
  const of = (scope: Scope): Remembered => {
    const merchant = merchants.get(scopeText(scope));
    assert(merchant, "only what is remembered is asked for");
    return merchant;
  };
  return {
    fees: (scope) => of(scope).terms.fees(scope),
    approvalRule: (scope) => of(scope).terms.approvalRule(scope),
    connections: {
      find: (scope, provider) => of(scope).terms.connections.find(scope, provider),
      has: (scope, provider) => of(scope).terms.connections.has(scope, provider),
    },
    available: (purse) => of(purse).left.get(purse.currency) ?? 0n,
    beneficiary: (scope, id) => by_id.get(`${scopeText(scope)} ${id}`) ?? null,
    unlisted: (_scope, data_key) => brought.get(data_key) ?? null,
    // A reference that is there refuses it when it is written.
    isTaken: () => false,
    rests_on: {
      beneficiaries: [...versions.values()],
      rules: [...merchants.values()].map(({ scope: { merchant, environment }, terms }) => {
        const updated_at = terms.approvalRule({ merchant, environment })?.updated_at ?? null;
        return { merchant, environment, updated_at };
      }),
    },
  };
}

function dataText(scope: string, data_key: Buffer): string {
  return `${scope} ${data_key.toString("latin1")}`;
}

function replace<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) map.delete(key);
  else put(map, BENEFICIARIES_MAX, key, value);
}

/** What was kept first goes first. */
function put<Value>(map: Map<string, Value>, max: number, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= max) {
    const [first] = map.keys();
    if (first !== undefined) map.delete(first);
  }
  map.set(key, value);
}
