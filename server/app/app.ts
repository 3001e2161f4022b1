import { networkInterfaces } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { BODY_WORKER_FILE } from "#body-worker-file.ts";
import type { Config } from "#config.ts";
import { databaseHosts } from "#db/driver/session.ts";
import { openVerifiedDatabase } from "#db/master-keys.ts";
import type { Database } from "#db/pool.ts";
import type { Reply } from "#http/envelope.ts";
import { type HealthOptions, healthPages } from "#http/health-pages.ts";
import { storeReply } from "#http/idempotency.ts";
import { type ClusterPeers, type Metrics, openMetrics } from "#http/metrics.ts";
import { openRequestLog } from "#http/request-log.ts";
import type { Route } from "#http/route.ts";
import { buildServer, closeServer } from "#http/server.ts";
import { servicePages } from "#http/service-pages.ts";
import { openWrongKeyLimiter } from "#http/wrong-key-limiter.ts";
import { backpressure } from "#jobs/backpressure.ts";
import { openStallDetector } from "#jobs/stall-detector.ts";
import { deleteWorkers } from "#jobs/worker.ts";
import { assert } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import { CHECKOUT_FOLDER, DASHBOARD_FOLDER, GUIDE_FOLDER } from "#page-folders.ts";
import { holderLookup } from "#providers/account-holder.ts";
import { startChannelRefresh } from "#providers/catalogue/refresh.ts";
import { type Dispatch, type DispatchOptions, dispatch } from "#providers/engine/dispatch.ts";
import { setSandboxDelay } from "#providers/engine/sandbox-delay.ts";
import { availabilityRunner } from "#providers/health/availability.ts";
import { type BalancePoller, balancePoller } from "#providers/health/balances.ts";
import { callbackRoutes } from "#providers/io/callback-routes.ts";
import { type Exchange, openExchange } from "#providers/io/http-client.ts";
import { sandbox } from "#providers/plugins/sandbox/sandbox.ts";
import type { Provider } from "#providers/provider.ts";
import { createRegistry, type ProviderRegistry } from "#providers/registry.ts";
import { lookupService } from "#resources/account-lookups/lookup-service.ts";
import { lookupRoutes } from "#resources/account-lookups/routes.ts";
import { balanceRoutes } from "#resources/balance/routes.ts";
import { presentBeneficiary } from "#resources/beneficiaries/present.ts";
import { beneficiaryRoutes } from "#resources/beneficiaries/routes.ts";
import { find as findBeneficiary } from "#resources/beneficiaries/store.ts";
import { type BulkSubmission, bulkRoutes } from "#resources/bulk/routes.ts";
import { catalogueRoutes } from "#resources/catalogue/routes.ts";
import { checkoutPages } from "#resources/checkout/routes.ts";
import { correctionRoutes } from "#resources/corrections/routes.ts";
import { customerRoutes } from "#resources/customers/routes.ts";
import { dashboardPage } from "#resources/dashboard/routes.ts";
import { deliveryRoutes } from "#resources/deliveries/routes.ts";
import { eventRoutes } from "#resources/events/routes.ts";
import { invoicePaymentExpiresMs } from "#resources/invoices/pay.ts";
import { invoiceRoutes } from "#resources/invoices/routes.ts";
import { keyDirectory } from "#resources/keys/directory.ts";
import { limitRoutes } from "#resources/limits/routes.ts";
import { linkRoutes } from "#resources/links/routes.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { type PaymentSubmission, paymentRoutes } from "#resources/payments/routes.ts";
import { endPayments } from "#resources/payments/settle.ts";
import { showRedirects } from "#resources/payments/show-redirects.ts";
import { paymentPageUrl } from "#resources/payments/token.ts";
import { compareBalance, readLedgerTotals } from "#resources/reconciliation/compare-balance.ts";
import { refundRoutes } from "#resources/refunds/routes.ts";
import { endRefundAttempts, startRefunds } from "#resources/refunds/settle.ts";
import { closeReviewCases, openReviewCases } from "#resources/review/open-cases.ts";
import { scheduleRoutes } from "#resources/schedules/routes.ts";
import { screeningService } from "#resources/screening/deliver.ts";
import { splitRoutes } from "#resources/splits/routes.ts";
import { statementRoutes } from "#resources/statements/routes.ts";
import { timelineRoutes } from "#resources/timelines/routes.ts";
import { type TransferSubmission, transferRoutes } from "#resources/transfers/routes.ts";
import { endTransfers, startTransfers } from "#resources/transfers/settle.ts";
import { type DeliveryWorker, deliveryWorker } from "#resources/webhooks/delivery/deliver.ts";
import { type DeliveryMetrics, deliveryMetrics } from "#resources/webhooks/delivery/metrics.ts";
import { webhookRoutes } from "#resources/webhooks/routes.ts";
import { type Allowance, ssrfGuard as newGuard, type SsrfGuard } from "#resources/webhooks/transport/guard.ts";
import { openWebhookClient, type WebhookClient } from "#resources/webhooks/transport/target.ts";
import { withdrawalAccountRoutes } from "#resources/withdrawal-accounts/routes.ts";
import { withdrawalRuleRoutes } from "#resources/withdrawal-rules/routes.ts";
import { withdrawalRoutes } from "#resources/withdrawals/routes.ts";
import { endWithdrawals, startWithdrawals } from "#resources/withdrawals/settle.ts";
import { VERSION } from "#version.ts";
import { API_DESCRIPTION } from "./api-description.ts";
import { buildMail, dashboardApi } from "./dashboard-api.ts";
import { openGroupCommits } from "./group-commits.ts";
import { registerPoolGauges, startReviewGauges } from "./metrics.ts";
import { withOlderForms } from "./older-clients/older-clients.ts";
import type { StoredRecords } from "./older-clients/transfer.ts";
import { livePlugIns } from "./plug-ins.ts";
import { startFlushJobs } from "./scheduled-jobs.ts";
import { SHUTDOWN_GRACE_MS, startWorkers } from "./workers.ts";

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
  /** Whether certainly no other process uses this database. */
  readonly is_only_process: boolean;
  /** The other processes of this service; null for a single process. */
  readonly cluster_peers?: ClusterPeers | null;
  /** Called after each delivery attempt is committed, for measurements in benchmarks. */
  readonly onDelivery?: (delivery: { readonly event: string }, outcome: string) => void;
  /** Plug-ins that replace the default ones. */
  readonly plugIns?: () => readonly Provider[];
}

export interface App {
  readonly db: Database;
  readonly routes: readonly Route[];
  readonly metrics: Metrics;
  /** Null for a process that only runs jobs and has no port for health checks. */
  readonly server: FastifyInstance | null;
  /**
   * Finishes running requests and jobs first; jobs that do not end within the grace period release their leases.
   */
  close(): Promise<void>;
}

export const DELIVERIES_PER_MERCHANT_MAX = 1_000;
// The pause between two polls of a busy worker: rows that arrive meanwhile are claimed together.
const PAUSE_MIN_MS = 4;
// Back-pressure: the faster transfers arrive, the longer the workers pause and the larger their batches become.
// Requests have priority over background work.
const PAUSE_MAX_MS = 1_000;
const PAUSE_PER_TRANSFER_MS = 0.4;

/** Every operation of the API, in the order the documentation shows them. */
export function apiRoutes(parts: {
  readonly transfers: (submission: TransferSubmission) => Promise<Reply>;
  readonly bulks: (submission: BulkSubmission) => Promise<Reply>;
  readonly payments: (submission: PaymentSubmission) => Promise<Reply>;
  readonly lookUpAccount: Parameters<typeof lookupRoutes>[0];
  readonly storeLookup: Parameters<typeof lookupRoutes>[1];
  readonly guard: SsrfGuard;
  readonly public_url: string;
  readonly payment_expires_ms: number;
  readonly withdrawal_cooling_ms: number;
  readonly records: StoredRecords;
}): readonly Route[] {
  const routes = [
    ...paymentRoutes(parts.payments, parts.public_url),
    ...linkRoutes(parts.public_url),
    ...invoiceRoutes({
      public_url: parts.public_url,
      expires_after_ms: invoicePaymentExpiresMs(parts.payment_expires_ms),
    }),
    ...refundRoutes,
    ...splitRoutes,
    ...lookupRoutes(parts.lookUpAccount, parts.storeLookup),
    ...transferRoutes(parts.transfers),
    ...timelineRoutes,
    ...bulkRoutes(parts.bulks),
    ...scheduleRoutes,
    ...beneficiaryRoutes,
    ...customerRoutes,
    ...balanceRoutes,
    ...statementRoutes,
    ...limitRoutes,
    ...correctionRoutes,
    ...withdrawalRuleRoutes,
    ...withdrawalRoutes,
    ...withdrawalAccountRoutes({ cooling_ms: parts.withdrawal_cooling_ms }),
    ...catalogueRoutes,
    ...webhookRoutes(parts.guard),
    ...deliveryRoutes,
    ...eventRoutes,
  ];
  return withOlderForms(routes, parts.records);
}

/** Assembles the service. No other file imports from all folders. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config, logger } = options;
  useKeyring(readKeyring(options.master_keys));
  const db = await openServiceDatabase(options);
  const metrics = openMetrics(options.cluster_peers);
  const directory = keyDirectory(db);
  const guard = newGuard(options.webhook_allowance, addressesToGuard(options.database_url));
  const { exchange, close: closeExchange } = openExchange({ timeout_ms: config.provider_timeout_ms });
  const providers = createRegistry(options.plugIns?.() ?? defaultPlugIns(exchange, config));

  const { transfers, bulks, payments } = openGroupCommits(db, config);
  const backpressure_meter = backpressure({
    pause_min_ms: PAUSE_MIN_MS,
    pause_max_ms: PAUSE_MAX_MS,
    pause_ms_per_request: PAUSE_PER_TRANSFER_MS,
  });
  const routes = apiRoutes({
    transfers(submission) {
      backpressure_meter.count();
      return transfers.submit(submission);
    },
    bulks: (submission) => bulks.submit(submission),
    payments: (submission) => payments.submit(submission),
    lookUpAccount: lookupService(db, holderLookup(db, providers, exchange)),
    storeLookup: (lookup) => storeReply(db, lookup),
    guard,
    ...{ public_url: config.public_url, payment_expires_ms: config.payment_expires_ms },
    withdrawal_cooling_ms: config.withdrawal_cooling_ms,
    records: storedRecords(db),
  });
  const onError = (error: unknown, name: string): void => {
    metrics.job({ job: name, outcome: "error" });
    logger.error({ err: error, job: name }, "job failed");
  };
  const [wrong_key_limiter, request_log] = [openWrongKeyLimiter(), openRequestLog()];
  const stall_detector = openStallDetector();
  const server =
    options.serves || config.work_port !== null
      ? await buildServer({
          ...{ db, directory, logger, metrics, request_log },
          guesses: wrong_key_limiter,
          routes: options.serves ? routes : [],
          pages: buildPages(options, { db, routes, metrics, providers, exchange, stall_detector, onError }),
          trusted_proxies: config.trusted_proxies,
          is_secure: new URL(config.public_url).protocol === "https:",
          rate_limit: config.rate_limit,
          body_worker: BODY_WORKER_FILE,
        })
      : null;

  const meters = deliveryMetrics(metrics);
  const webhook_client = openWebhookClient(guard, config.dns_servers);
  if (options.is_only_process) await deleteWorkers(db);
  const workers = options.works
    ? await startWorkers(db, {
        dispatch: buildDispatch(db, {
          ...{ registry: providers, exchange, public_url: config.public_url },
          screen: screeningService(db, webhook_client, `Kolo/${VERSION}`),
        }),
        ...buildProviderPollers(db, providers, exchange),
        delivery: buildDelivery(db, options, webhook_client, meters),
        ...buildMail(db, config),
        ...{ meters, stall_detector },
        ...{ pause_ms: backpressure_meter.pause_ms, webhook_retention_days: config.webhook_retention_days, onError },
      })
    : null;
  const flush_jobs = startFlushJobs(db, { directory, wrong_keys: wrong_key_limiter, request_log }, onError);
  const pollers = [await startChannelRefresh(db, onError), startReviewGauges(db, metrics, onError)];
  registerPoolGauges(db, metrics);
  metrics.watch("kolo_requests_not_logged", "Requests dropped from the request log", request_log.droppedCount);
  metrics.watch("kolo_transfers_waiting", "Transfers waiting for their commit", () => transfers.waiting());

  return {
    ...{ db, routes, metrics, server },
    async close() {
      if (server) await closeServer(server, SHUTDOWN_GRACE_MS);
      await Promise.all([transfers.settled(), bulks.settled(), payments.settled()]);
      await workers?.stop();
      await Promise.all([flush_jobs, ...pollers].map((job) => job.stop()));
      await Promise.all([webhook_client.close(), closeExchange()]);
      await db.close();
    },
  };
}

function storedRecords(db: Database): StoredRecords {
  return {
    async beneficiary(scope, id) {
      const stored = await db.read(scope, (tx) => findBeneficiary(tx, scope, id));
      return stored && presentBeneficiary(stored);
    },
    async merchantCountry(scope) {
      const merchant = await db.read(scope, (tx) => findMerchant(tx, scope.merchant));
      assert(merchant, "a key belongs to a merchant");
      return merchant.country;
    },
  };
}

function openServiceDatabase({ config, database_url, logger }: AppOptions): Promise<Database> {
  return openVerifiedDatabase({
    url: database_url,
    connections_max: config.db_pool_size,
    onAvailable(counts) {
      if (counts.available < counts.configured)
        logger.warn(counts, "the database provides fewer connections than configured");
      else logger.info(counts, "the database provides all configured connections");
    },
  });
}

/** The addresses of this machine and of its database. No webhook may point there, even if the addresses are public. */
function addressesToGuard(database_url: string): readonly string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return [...interfaces.map(({ address }) => address), ...databaseHosts(database_url)];
}

function buildDispatch(
  db: Database,
  parts: Pick<DispatchOptions, "registry" | "exchange" | "public_url" | "screen">,
): Dispatch {
  return dispatch(db, {
    ...parts,
    paymentPageOf({ subject }) {
      assert(isId("pay", subject), "an attempt to collect is for a payment");
      return paymentPageUrl(parts.public_url, subject);
    },
    review_handler: { openReviews: openReviewCases, closeReviews: closeReviewCases },
    listeners: {
      transfer: { onSent: startTransfers, onEnded: endTransfers },
      collect: { onRedirect: showRedirects, onEnded: endPayments },
      refund: { onSent: startRefunds, onEnded: endRefundAttempts },
      withdrawal: { onSent: startWithdrawals, onEnded: endWithdrawals },
    },
  });
}

function buildProviderPollers(
  db: Database,
  registry: ProviderRegistry,
  exchange: Exchange,
): { readonly balances: BalancePoller; readonly availability: () => Promise<boolean> } {
  const balances = balancePoller(db, {
    ...{ registry, exchange, readLedger: readLedgerTotals },
    onBalance: async (tx, account, provider_balance, before) =>
      void (await compareBalance(tx, account, provider_balance, before)),
  });
  return { balances, availability: availabilityRunner(db, { registry, exchange }) };
}

function buildDelivery(
  db: Database,
  options: AppOptions,
  webhook_client: WebhookClient,
  meters: DeliveryMetrics,
): DeliveryWorker {
  const { config, onDelivery } = options;
  return deliveryWorker(db, {
    targets: webhook_client,
    user_agent: `Kolo/${VERSION}`,
    bounds: { concurrency: config.webhook_concurrency, rate: config.webhook_rate },
    share: DELIVERIES_PER_MERCHANT_MAX,
    onAttempt(attempt) {
      meters.onAttempt(attempt);
      onDelivery?.(attempt.due, attempt.outcome);
    },
  });
}

/** The routes outside the API: health, documents, providers' callbacks and the hosted page. */
function buildPages(
  { config, serves }: AppOptions,
  parts: Omit<HealthOptions, "metrics_token"> & {
    readonly routes: readonly Route[];
    readonly providers: ProviderRegistry;
    readonly exchange: Exchange;
    readonly onError: (error: unknown, name: string) => void;
  },
) {
  const { db, routes, providers } = parts;
  const { public_url, metrics_token, payment_expires_ms } = config;
  const health = healthPages({ ...parts, metrics_token });
  if (!serves) return [health];
  return [
    health,
    servicePages({
      ...{ routes, version: VERSION, public_url, description: API_DESCRIPTION, guide_folder: GUIDE_FOLDER },
    }),
    callbackRoutes(db, { registry: providers, exchange: parts.exchange, public_url }),
    checkoutPages({ transact: db.engine, folder: CHECKOUT_FOLDER, public_url, expires_after_ms: payment_expires_ms }),
    dashboardPage(DASHBOARD_FOLDER),
    dashboardApi(db, routes, config, parts.onError),
  ];
}

function defaultPlugIns(exchange: Exchange, { sandbox_pending_ms }: Config): readonly Provider[] {
  setSandboxDelay(sandbox_pending_ms);
  return [sandbox(exchange), ...livePlugIns()];
}
