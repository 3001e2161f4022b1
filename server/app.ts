import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { type ChoreOptions, startChores, startNotes } from "#chores.ts";
import type { Config } from "#config.ts";
import { dashboardApi, type Mailing, mailOf } from "#dashboard.ts";
import { openOwnDatabase } from "#db/master-keys.ts";
import type { Database } from "#db/pool.ts";
import { hostsOf } from "#db/session.ts";
import { openGroups } from "#groups.ts";
import type { Reply } from "#http/envelope.ts";
import { openGuesses } from "#http/guesses.ts";
import { type HealthOptions, healthPages } from "#http/health-pages.ts";
import { keepAlone } from "#http/idempotency.ts";
import { type Metrics, openMetrics, type Siblings } from "#http/metrics.ts";
import { servicePages } from "#http/pages.ts";
import { openRequestLog } from "#http/request-log.ts";
import type { Route } from "#http/route.ts";
import { buildServer, closeServer } from "#http/server.ts";
import { drain } from "#jobs/drain.ts";
import { pressure } from "#jobs/pressure.ts";
import { repeat } from "#jobs/repeat.ts";
import { steady } from "#jobs/sleeper.ts";
import { openTurns, type Turns } from "#jobs/turns.ts";
import { forgetWorkers, startWorker } from "#jobs/worker.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import { measureDeliveries, watchPool, watchReviews } from "#measures.ts";
import { type Balances, balances } from "#providers/balances.ts";
import { dispatch } from "#providers/dispatch.ts";
import { type Exchange, openExchange } from "#providers/exchange.ts";
import { holders } from "#providers/lookup.ts";
import { mtn } from "#providers/mtn/mtn.ts";
import { orange } from "#providers/orange/orange.ts";
import { keepPending } from "#providers/pending.ts";
import type { Provider } from "#providers/provider.ts";
import { type Registry, registry } from "#providers/registry.ts";
import { noticeRoutes } from "#providers/routes.ts";
import { sandbox } from "#providers/sandbox/sandbox.ts";
import { balanceRoutes } from "#resources/balance/routes.ts";
import { beneficiaryRoutes } from "#resources/beneficiaries/routes.ts";
import { type Submission as BulkSubmission, bulkRoutes } from "#resources/bulk/routes.ts";
import { catalogueRoutes } from "#resources/catalogue/routes.ts";
import { checkoutPages } from "#resources/checkout/routes.ts";
import { customerRoutes } from "#resources/customers/routes.ts";
import { dashboardPage } from "#resources/dashboard/routes.ts";
import { deliveryRoutes } from "#resources/deliveries/routes.ts";
import { eventRoutes } from "#resources/events/routes.ts";
import { keyDirectory } from "#resources/keys/directory.ts";
import { linkRoutes } from "#resources/links/routes.ts";
import { lookupsFor } from "#resources/lookups/directory.ts";
import { lookupRoutes } from "#resources/lookups/routes.ts";
import { expirePayments } from "#resources/payments/expire.ts";
import { type Submission as PaymentSubmission, paymentRoutes } from "#resources/payments/routes.ts";
import { endPayments } from "#resources/payments/settle.ts";
import { compareBalance, readBooks } from "#resources/reconciliation/compare-balance.ts";
import { refundRoutes } from "#resources/refunds/routes.ts";
import { endRefundAttempts, startRefunds } from "#resources/refunds/settle.ts";
import { endDoubts, raiseDoubts } from "#resources/review/raise.ts";
import { timelineRoutes } from "#resources/timelines/routes.ts";
import { type Submission as TransferSubmission, transferRoutes } from "#resources/transfers/routes.ts";
import { endTransfers, startTransfers } from "#resources/transfers/settle.ts";
import { type Delivery, delivery } from "#resources/webhooks/deliver.ts";
import { fanOut } from "#resources/webhooks/fan-out.ts";
import { type Allowance, type Guard, guard as newGuard } from "#resources/webhooks/guard.ts";
import { type DeliveryMeters, deliveryMeters } from "#resources/webhooks/measure.ts";
import { webhookRoutes } from "#resources/webhooks/routes.ts";
import { openTargets, type Targets } from "#resources/webhooks/target.ts";
import { VERSION } from "#version.ts";

export interface AppOptions {
  readonly config: Config;
  readonly database_url: string;
  readonly master_keys: string;
  readonly logger: Logger;
  /** Private addresses that webhooks may reach besides the public internet. */
  readonly webhook_allowance: Allowance;
  /** Whether the process answers requests (`serves`), runs the background jobs (`works`), or both. */
  readonly serves: boolean;
  readonly works: boolean;
  /** Whether no other process can be working on this database. */
  readonly is_alone: boolean;
  /** The other processes of this service; null for a single process. */
  readonly siblings?: Siblings | null;
  /** Called after each delivery attempt is committed. Benchmarks measure with it. */
  readonly onDelivery?: (delivery: { readonly event: string }, outcome: string) => void;
  /** Plug-ins that replace the usual ones. */
  readonly plugIns?: () => readonly Provider[];
}

export interface App {
  readonly db: Database;
  readonly routes: readonly Route[];
  readonly metrics: Metrics;
  /** Null for a process that only works and has no port for its health. */
  readonly server: FastifyInstance | null;
  /**
   * Finishes requests and jobs under way first; jobs that do not end within the grace period give their leases back.
   */
  close(): Promise<void>;
}

/** The build output of the pages. */
const CHECKOUT_FOLDER = join(import.meta.dirname, "..", "checkout", "dist");
const DASHBOARD_FOLDER = join(import.meta.dirname, "..", "dashboard", "dist");
const MAILS_IN_FLIGHT = 4;
// The longest delay before a due mail is found.
const MAIL_IDLE_MS = 5_000;
// A request to a receiver that hangs costs one socket and some memory until its timeout of fifteen seconds, and nothing
// else.
export const DELIVERIES_IN_FLIGHT = 4_000;
export const DELIVERIES_OF_MERCHANT = 1_000;
const DELIVERIES_PER_CLAIM = 500;
// The pause between two polls of a busy worker: rows that arrive meanwhile are claimed together.
const REST_MS = 4;
// Back-pressure: the faster transfers arrive, the longer the workers pause and the larger the sets they claim. Requests
// are answered first.
const BUSY_REST_MS = 1_000;
const REST_PER_TRANSFER_MS = 0.4;
// Delivery slots of one webhook are limited. Slots that free up within this pause are filled by one claim, however fast
// events arrive.
const DELIVERIES_REST_MS = 25;
// The poll interval bounds how late this process finds rows of another process, or rows put off until now. Its own rows
// are found at once. One second after the last row, the interval grows to its maximum.
const IDLE = { least_ms: 100, most_ms: 500 };
// The longest delay before a due payment expires.
const EXPIRY_MS = 1_000;
// A stop waits this long for requests, and then as long for jobs.
const GRACE_MS = 10_000;
const BALANCES_IN_FLIGHT = 4;
// The longest delay before an account's balance is queried.
const BALANCES_MS = 60_000;

/** Every operation of the API, in the order the documentation shows them. */
export function apiRoutes(parts: {
  readonly transfers: (submission: TransferSubmission) => Promise<Reply>;
  readonly bulks: (submission: BulkSubmission) => Promise<Reply>;
  readonly payments: (submission: PaymentSubmission) => Promise<Reply>;
  readonly lookUp: Parameters<typeof lookupRoutes>[0];
  readonly keepAnswer: Parameters<typeof lookupRoutes>[1];
  readonly guard: Guard;
  readonly public_url: string;
}): readonly Route[] {
  return [
    ...paymentRoutes(parts.payments),
    ...linkRoutes(parts.public_url),
    ...refundRoutes,
    ...lookupRoutes(parts.lookUp, parts.keepAnswer),
    ...transferRoutes(parts.transfers),
    ...timelineRoutes,
    ...bulkRoutes(parts.bulks),
    ...beneficiaryRoutes,
    ...customerRoutes,
    ...balanceRoutes,
    ...catalogueRoutes,
    ...webhookRoutes(parts.guard),
    ...deliveryRoutes,
    ...eventRoutes,
  ];
}

/** Assembles the service. The only place where the rooms meet. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config, logger } = options;
  useKeyring(readKeyring(options.master_keys));
  const db = await openServiceDatabase(options);
  const metrics = openMetrics(options.siblings);
  const directory = keyDirectory(db);
  const guard = newGuard(options.webhook_allowance, ownAddresses(options.database_url));
  const exchanges = openExchange({ timeout_ms: config.provider_timeout_ms });
  const providers = registry(options.plugIns?.() ?? usualPlugIns(exchanges.exchange, config));

  const { transfers, bulks, payments } = openGroups(db, config);
  const requests = pressure({
    rest_least_ms: REST_MS,
    rest_most_ms: BUSY_REST_MS,
    ms_per_request: REST_PER_TRANSFER_MS,
  });
  const routes = apiRoutes({
    transfers(submission) {
      requests.count();
      return transfers.submit(submission);
    },
    bulks: (submission) => bulks.submit(submission),
    payments: (submission) => payments.submit(submission),
    lookUp: lookupsFor(db, holders(db, providers, exchanges.exchange)),
    keepAnswer: (kept) => keepAlone(db, kept),
    guard,
    public_url: config.public_url,
  });
  const onError = (error: unknown, name: string): void => {
    metrics.job({ job: name, outcome: "error" });
    logger.error({ err: error, job: name }, "job failed");
  };
  const [guesses, request_log, turns] = [openGuesses(), openRequestLog(), openTurns()];
  const server =
    options.serves || config.work_port !== null
      ? await buildServer({
          ...{ db, directory, guesses, logger, metrics, request_log, routes: options.serves ? routes : [] },
          pages: pagesOf(options, { db, routes, metrics, providers, turns, onError }),
          trusted_proxies: config.trusted_proxies,
          is_secure: new URL(config.public_url).protocol === "https:",
          rate_limit: config.rate_limit,
        })
      : null;

  const meters = deliveryMeters(metrics);
  const targets = openTargets(guard, config.dns_servers);
  if (options.is_alone) await forgetWorkers(db);
  const workers = options.works
    ? await startWorkers(db, {
        dispatch: dispatch(db, {
          registry: providers,
          exchange: exchanges.exchange,
          reviewers: { raised: raiseDoubts, ended: endDoubts },
          subjects: {
            transfer: { started: startTransfers, ended: endTransfers },
            collect: { ended: endPayments },
            refund: { started: startRefunds, ended: endRefundAttempts },
          },
          public_url: config.public_url,
        }),
        balances: balancesOf(db, providers, exchanges.exchange),
        delivery: deliveryOf(db, options, targets, meters),
        ...mailOf(db, config),
        ...{ meters, turns },
        ...{ rest_ms: requests.rest_ms, deliveries_kept_days: config.deliveries_kept_days, onError },
      })
    : null;
  const notes = startNotes(db, { directory, guesses, request_log }, onError);
  const reviews = watchReviews(db, metrics, onError);
  watchPool(db, metrics);
  metrics.watch("kolo_requests_not_logged", "Requests merchants' logs had no room for", request_log.leftOut);
  metrics.watch("kolo_transfers_waiting", "Transfers that wait for their commit", () => transfers.waiting());

  return {
    ...{ db, routes, metrics, server },
    async close() {
      if (server) await closeServer(server, GRACE_MS);
      await Promise.all([transfers.settled(), bulks.settled(), payments.settled()]);
      await workers?.stop();
      await Promise.all([notes.stop(), reviews.stop()]);
      await Promise.all([targets.close(), exchanges.close()]);
      await db.close();
    },
  };
}

function openServiceDatabase({ config, database_url, logger }: AppOptions): Promise<Database> {
  return openOwnDatabase({
    url: database_url,
    connections_max: config.connections_max,
    onAvailable(counts) {
      if (counts.available < counts.asked) logger.warn(counts, "fewer database connections can be had than asked for");
      else logger.info(counts, "as many database connections can be had as asked for");
    },
  });
}

/** The addresses of this machine and of its database. No webhook may point there, even if the addresses are public. */
function ownAddresses(database_url: string): readonly string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return [...interfaces.map(({ address }) => address), ...hostsOf(database_url)];
}

function balancesOf(db: Database, registry: Registry, exchange: Exchange): Balances {
  return balances(db, {
    ...{ registry, exchange, before: readBooks },
    answered: async (tx, of, held, before) => void (await compareBalance(tx, of, held, before)),
  });
}

function deliveryOf(db: Database, options: AppOptions, targets: Targets, meters: DeliveryMeters): Delivery {
  const { config, onDelivery } = options;
  return delivery(db, {
    targets,
    user_agent: `Kolo/${VERSION}`,
    bounds: { concurrency: config.webhook_concurrency, rate: config.webhook_rate },
    share: DELIVERIES_OF_MERCHANT,
    onAttempt(told) {
      meters.onAttempt(told);
      onDelivery?.(told.due, told.outcome);
    },
  });
}

/** The routes outside the API: health, documents, providers' callbacks and the hosted page. */
function pagesOf(
  { config, serves }: AppOptions,
  parts: Omit<HealthOptions, "metrics_token"> & {
    readonly routes: readonly Route[];
    readonly providers: Registry;
    readonly onError: (error: unknown, name: string) => void;
  },
) {
  const { db, routes, providers } = parts;
  const { public_url, metrics_token, payment_expires_ms } = config;
  const health = healthPages({ ...parts, metrics_token });
  if (!serves) return [health];
  return [
    health,
    servicePages({ routes, version: VERSION, public_url }),
    noticeRoutes(db, providers),
    checkoutPages({ transact: db.engine, folder: CHECKOUT_FOLDER, public_url, expires_after_ms: payment_expires_ms }),
    dashboardPage(DASHBOARD_FOLDER),
    dashboardApi(db, routes, config, parts.onError),
  ];
}

function usualPlugIns(exchange: Exchange, { sandbox_pending_ms }: Config): readonly Provider[] {
  keepPending(sandbox_pending_ms);
  return [sandbox(exchange), mtn(), orange()];
}

interface Work extends Mailing, ChoreOptions {
  readonly dispatch: ReturnType<typeof dispatch>;
  readonly balances: Balances;
  readonly delivery: Delivery;
  readonly meters: DeliveryMeters;
  readonly turns: Turns;
}

async function startWorkers(db: Database, work: Work): Promise<{ stop(): Promise<void> }> {
  const { onError, rest_ms, turns } = work;
  const worker = await startWorker(db, onError);
  let next_feed: Parameters<typeof fanOut>[1] = null;
  let is_nothing_new = true;
  const attempts = drain(db, worker, {
    ...work.dispatch,
    name: "dispatch",
    idle: IDLE,
    rest_ms,
    ...{ turns, onError },
  });
  const publishing = repeat(db, {
    name: "publish",
    wake: "outbox",
    idle_ms: IDLE.least_ms,
    idle_most_ms: IDLE.most_ms,
    isIdle: () => is_nothing_new,
    rest_ms,
    ...{ turns, onError },
    async turn(tx) {
      const { next, is_full, published } = await fanOut(tx, next_feed);
      next_feed = next;
      is_nothing_new = published.length === 0;
      return is_full;
    },
  });
  const deliveries = drain(db, worker, {
    ...work.delivery,
    name: "deliver",
    in_flight_max: DELIVERIES_IN_FLIGHT,
    claim_max: DELIVERIES_PER_CLAIM,
    idle: IDLE,
    rest_ms: () => Math.min(rest_ms(), DELIVERIES_REST_MS),
    ...{ turns, onError },
  });
  const asking = drain(db, worker, {
    ...work.balances,
    ...{ name: "check balances", in_flight_max: BALANCES_IN_FLIGHT, idle: steady(BALANCES_MS), onError },
  });
  const mails = work.mailing
    ? drain(db, worker, {
        ...{ ...work.mailing, name: "mail", in_flight_max: MAILS_IN_FLIGHT, idle: steady(MAIL_IDLE_MS), onError },
      })
    : null;
  const expiring = repeat(db, {
    name: "expire payments",
    wake: "payments",
    idle_ms: EXPIRY_MS,
    ...{ turns, onError },
    turn: expirePayments,
  });
  const chores = [...startChores(db, work), measureDeliveries(db, work.meters, onError)];
  return {
    async stop() {
      await Promise.all([
        attempts.stop(GRACE_MS),
        asking.stop(GRACE_MS),
        publishing.stop(),
        expiring.stop(),
        deliveries.stop(GRACE_MS),
        mails?.stop(GRACE_MS),
        ...chores.map((chore) => chore.stop()),
      ]);
      await worker.stop();
    },
  };
}
