import type { Tx } from "#db/tx.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { listBalances } from "#ledger/ledger.ts";
import { readLastDay } from "#resources/dashboard/overview.ts";
import type { ChannelTotals } from "#resources/dashboard/schema.ts";
import { merchantNotFound } from "#resources/merchants/rules.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { listMembers } from "#resources/users/store.ts";
import { listHealth } from "#resources/webhooks/delivery/endpoint-health.ts";
import { presentHealth } from "#resources/webhooks/retrieve.ts";
import { list as listWebhooks } from "#resources/webhooks/store.ts";
import { listEntriesWithActors } from "./audit-log.ts";
import { listOpenReviews } from "./reviews.ts";
import type { MerchantDetails, MerchantView, MovementTotals } from "./schema.ts";
import {
  countMerchants,
  countOpenProblems,
  findActiveEnvironments,
  listMerchants,
  type MerchantSummary,
} from "./store.ts";

const PAGE_SIZE = 30;
const WEBHOOKS_MAX = 100;
const AUDIT_ENTRIES_SHOWN = 10;

/** Returns a page of all merchants, by name, with the figures of the last 24 hours in one environment. */
export async function listMerchantPage(
  tx: Tx,
  query: { readonly environment: Environment; readonly search: string; readonly page: number },
): Promise<{
  readonly items: MerchantView[];
  readonly totals: number;
  readonly page: number;
  readonly limit: number;
}> {
  const { environment, search, page } = query;
  const [rows, totals] = await Promise.all([
    listMerchants(tx, { search, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countMerchants(tx, search),
  ]);
  return { items: await addFigures(tx, environment, rows), totals, page, limit: PAGE_SIZE };
}

/** Returns one merchant with its people, balances, figures and webhooks. Throws `not_found`. */
export async function readMerchantDetails(
  tx: Tx,
  id: string,
  environment: Environment,
  reader: string,
): Promise<MerchantDetails> {
  const merchant = await findMerchant(tx, id);
  if (!merchant) throw merchantNotFound(id);
  const scope: Scope = { merchant: merchant.id, environment };
  const [merchant_view] = await addFigures(tx, environment, [merchant]);
  if (!merchant_view) throw merchantNotFound(id);
  const { payments, transfers } = await readLastDay(tx, scope, merchant.currency);
  const people = await listMembers(tx, merchant.id);
  const audit_log = await listEntriesWithActors(tx, merchant.id, null, AUDIT_ENTRIES_SHOWN);
  const { phone, rate_limit } = merchant;
  return {
    ...{ ...merchant_view, phone, rate_limit, payments, transfers, people: [...people], audit_log },
    webhooks: await presentWebhooks(tx, scope),
    reviews: await listOpenReviews(tx, scope, reader),
  };
}

async function presentWebhooks(tx: Tx, scope: Scope): Promise<MerchantDetails["webhooks"]> {
  const page = { page: 1, limit: WEBHOOKS_MAX, offset: 0 };
  const [{ rows }, health_rows] = [await listWebhooks(tx, scope, page), await listHealth(tx, scope)];
  const health = new Map<string, (typeof health_rows)[number]>(health_rows.map((row) => [row.webhook, row]));
  return rows.map(({ id, url, active, disabled_reason }) => ({
    ...{ id, url, active, disabled_reason },
    health: presentHealth(health.get(id) ?? null, tx.now),
  }));
}

async function addFigures(tx: Tx, environment: Environment, rows: readonly MerchantSummary[]): Promise<MerchantView[]> {
  const ids = rows.map(({ id }) => id);
  const lookups = Promise.all([findActiveEnvironments(tx, ids), countOpenProblems(tx, environment, ids)]);
  return Promise.all(
    rows.map(async ({ id, name, email, country, currency, created_at }) => {
      const figures = await readFigures(tx, { merchant: id, environment }, currency);
      const [active_environments, open_problems] = await lookups;
      const problems = open_problems.find(({ merchant }) => merchant === id);
      return {
        ...{ id, name, email, country, currency, created_at, ...figures },
        environments: active_environments.filter(({ merchant }) => merchant === id).map((one) => one.environment),
        reviews_open: Number(problems?.reviews_open ?? 0n),
        withdrawals_waiting: Number(problems?.withdrawals_waiting ?? 0n),
        webhooks_failing: Number(problems?.webhooks_failing ?? 0n),
      };
    }),
  );
}

async function readFigures(
  tx: Tx,
  scope: Scope,
  currency: string,
): Promise<Pick<MerchantView, "balances" | "came_in" | "went_out">> {
  const [current_balances, { payments, transfers }] = await Promise.all([
    listBalances(tx, scope),
    readLastDay(tx, scope, currency),
  ]);
  return {
    balances: [...current_balances],
    came_in: sumMovements(payments, currency),
    went_out: sumMovements(transfers, currency),
  };
}

function sumMovements(channels: readonly ChannelTotals[], currency: string): MovementTotals {
  const sum = (field: "count" | "complete" | "failed"): number => channels.reduce((all, one) => all + one[field], 0);
  const volume = channels.reduce((all, one) => (one.currency === currency ? all + one.amount_complete : all), 0n);
  return { count: sum("count"), complete: sum("complete"), failed: sum("failed"), volume };
}
