import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { balances } from "#ledger/ledger.ts";
import { lastDayOf } from "#resources/dashboard/overview.ts";
import type { ChannelTotals } from "#resources/dashboard/schema.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { listMembers } from "#resources/people/store.ts";
import { listHealth } from "#resources/webhooks/health.ts";
import { faring } from "#resources/webhooks/retrieve.ts";
import { list as listWebhooks } from "#resources/webhooks/store.ts";
import { actsOf } from "./log.ts";
import { openReviewsOf } from "./reviews.ts";
import type { MerchantDetails, MerchantShown, MovedShown } from "./schema.ts";
import { countMerchants, countTroubles, findKeyed, type ListedMerchant, listMerchants } from "./store.ts";

const PAGE_SIZE = 30;
const WEBHOOKS_MAX = 100;
const ACTS_SHOWN = 10;

/** A page of all merchants, by name, with the figures of the last 24 hours in one environment. */
export async function merchantsOf(
  tx: Tx,
  given: { readonly environment: Environment; readonly search: string; readonly page: number },
): Promise<{
  readonly items: MerchantShown[];
  readonly totals: number;
  readonly page: number;
  readonly limit: number;
}> {
  const { environment, search, page } = given;
  const [rows, totals] = await Promise.all([
    listMerchants(tx, { search, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countMerchants(tx, search),
  ]);
  return { items: await withFigures(tx, environment, rows), totals, page, limit: PAGE_SIZE };
}

/** One merchant with its people, balances, figures and webhooks. Throws `not_found`. */
export async function merchantOf(
  tx: Tx,
  id: string,
  environment: Environment,
  reader: string,
): Promise<MerchantDetails> {
  const merchant = await findMerchant(tx, id);
  if (!merchant) throw new ServiceError("not_found", `There is no merchant ${id}`);
  const scope: Scope = { merchant: merchant.id, environment };
  const [shown] = await withFigures(tx, environment, [merchant]);
  if (!shown) throw new ServiceError("not_found", `There is no merchant ${id}`);
  const { payments, transfers } = await lastDayOf(tx, scope, merchant.currency);
  const people = await listMembers(tx, merchant.id);
  const acts = await actsOf(tx, merchant.id, null, ACTS_SHOWN);
  const { phone, rate_limit } = merchant;
  return {
    ...{ ...shown, phone, rate_limit, payments, transfers, people: [...people], acts },
    webhooks: await webhooksOf(tx, scope),
    reviews: await openReviewsOf(tx, scope, reader),
  };
}

async function webhooksOf(tx: Tx, scope: Scope): Promise<MerchantDetails["webhooks"]> {
  const page = { page: 1, limit: WEBHOOKS_MAX, offset: 0 };
  const [{ rows }, troubled] = [await listWebhooks(tx, scope, page), await listHealth(tx, scope)];
  const health = new Map<string, (typeof troubled)[number]>(troubled.map((row) => [row.webhook, row]));
  return rows.map(({ id, url, active, disabled_reason }) => ({
    ...{ id, url, active, disabled_reason },
    health: faring(health.get(id) ?? null, tx.now),
  }));
}

async function withFigures(
  tx: Tx,
  environment: Environment,
  rows: readonly ListedMerchant[],
): Promise<MerchantShown[]> {
  const ids = rows.map(({ id }) => id);
  const looked = Promise.all([findKeyed(tx, ids), countTroubles(tx, environment, ids)]);
  return Promise.all(
    rows.map(async ({ id, name, email, country, currency, created_at }) => {
      const figures = await figuresOf(tx, { merchant: id, environment }, currency);
      const [keyed, troubles] = await looked;
      const trouble = troubles.find(({ merchant }) => merchant === id);
      return {
        ...{ id, name, email, country, currency, created_at, ...figures },
        environments: keyed.filter(({ merchant }) => merchant === id).map((one) => one.environment),
        reviews_open: Number(trouble?.reviews_open ?? 0n),
        webhooks_failing: Number(trouble?.webhooks_failing ?? 0n),
      };
    }),
  );
}

async function figuresOf(
  tx: Tx,
  scope: Scope,
  currency: string,
): Promise<Pick<MerchantShown, "balances" | "came_in" | "went_out">> {
  const [held, { payments, transfers }] = await Promise.all([balances(tx, scope), lastDayOf(tx, scope, currency)]);
  return { balances: [...held], came_in: movedOf(payments, currency), went_out: movedOf(transfers, currency) };
}

function movedOf(channels: readonly ChannelTotals[], currency: string): MovedShown {
  const sum = (field: "count" | "complete" | "failed"): number => channels.reduce((all, one) => all + one[field], 0);
  const volume = channels.reduce((all, one) => (one.currency === currency ? all + one.amount_complete : all), 0n);
  return { count: sum("count"), complete: sum("complete"), failed: sum("failed"), volume };
}
