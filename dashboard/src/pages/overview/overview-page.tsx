import { useTranslation } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import type { Transfer } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { useWaitingOrders } from "#ui/approval.tsx";
import { AmountOf, Cell, StatusLabel, Time } from "#ui/cells.tsx";
import { useCatalogue, useChannelNames } from "#ui/channel-catalogue.tsx";
import { ChannelTotals } from "#ui/channel-totals.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { DayChart } from "./day-chart.tsx";

const MESSAGES = {
  en: {
    available: "Available",
    reserved: "Reserved",
    escrow: "Held for other businesses",
    in: "Money in, last 24 hours",
    out: "Money out, last 24 hours",
    quiet_in: "No payments in the last 24 hours.",
    quiet_out: "No transfers in the last 24 hours.",
    attention: "Needs attention",
    all_well: "Nothing failed among the latest transfers.",
    factor: "Set up two-step verification to make changes in live mode.",
    factor_link: "Security",
    none: "No money yet",
    paused: "its network fails, so new transfers wait and new payments are refused.",
    degraded: "many requests to its network fail.",
    until: "Tried again",
    colon: ":",
    in_days: "Money in, by day",
    out_days: "Money out, by day",
  },
  fr: {
    available: "Solde disponible",
    reserved: "Réservé",
    escrow: "Retenu pour d’autres entreprises",
    in: "Encaissements, 24 dernières heures",
    out: "Décaissements, 24 dernières heures",
    quiet_in: "Aucun paiement ces 24 dernières heures.",
    quiet_out: "Aucun transfert ces 24 dernières heures.",
    attention: "À surveiller",
    all_well: "Aucun échec parmi les derniers transferts.",
    factor: "Activez la vérification en deux étapes pour agir en réel.",
    factor_link: "Sécurité",
    none: "Pas encore d’argent",
    paused: "son opérateur échoue\u00a0: les nouveaux transferts attendent, les nouveaux paiements sont refusés.",
    degraded: "beaucoup de demandes à son opérateur échouent.",
    until: "Nouvel essai",
    colon: "\u00a0:",
    in_days: "Encaissements par jour",
    out_days: "Décaissements par jour",
  },
};

const FAILED_SHOWN = 5;

/** The balances, today's volume and open problems. */
export function OverviewPage() {
  const messages = useMessages();
  const overview_messages = useTranslation(MESSAGES);
  const send = useSendMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/overview", {});
  const failed = useApi("GET /{environment}/transfers", { query: { status: "failed", limit: FAILED_SHOWN } }).data;
  const overview = query.data?.overview;
  return (
    <>
      <Heading title={messages.pages.overview}>
        {context.hasRight("pay") && (
          <Link className="button button-main" to={context.pagePath("/transfers/new")}>
            {send.actions.send}
          </Link>
        )}
      </Heading>
      {!context.me.profile.has_second_factor && (
        <Notice>
          {overview_messages.factor} <Link to={context.pagePath("/security")}>{overview_messages.factor_link}</Link>
        </Notice>
      )}
      <Balances />
      <QueryState query={query} />
      {overview && (
        <div className="overview">
          <DayChart
            title={overview_messages.in_days}
            days={overview.payment_days}
            currency={overview.currency}
            time_zone={overview.time_zone}
          />
          <DayChart
            title={overview_messages.out_days}
            days={overview.transfer_days}
            currency={overview.currency}
            time_zone={overview.time_zone}
          />
          <ChannelTotals title={overview_messages.in} quiet={overview_messages.quiet_in} rows={overview.payments} />
          <ChannelTotals title={overview_messages.out} quiet={overview_messages.quiet_out} rows={overview.transfers} />
        </div>
      )}
      <section aria-labelledby="attention">
        <h2 id="attention">{overview_messages.attention}</h2>
        <ChannelProblems />
        <WaitingOrders />
        {failed && <FailedTransfers items={failed.items} />}
      </section>
    </>
  );
}

/** The channels that are currently degraded or paused. */
function ChannelProblems() {
  const messages = useTranslation(MESSAGES);
  const nameOfChannel = useChannelNames();
  const unhealthy = useCatalogue().filter(({ active, health }) => active && health.status !== "operational");
  return unhealthy.map((channel) => {
    const health = channel.health;
    return (
      <Notice key={channel.id}>
        <strong>
          {nameOfChannel(channel.id)}
          {messages.colon}
        </strong>{" "}
        {health.status === "paused" ? messages.paused : messages.degraded}{" "}
        {health.paused_until && (
          <>
            {messages.until} <Time at={health.paused_until} is_future />
          </>
        )}
      </Notice>
    );
  });
}

/** The number of orders that wait for approval. */
function WaitingOrders() {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const count = useWaitingOrders().data?.totals ?? 0;
  if (count === 0) return null;
  return (
    <p className="attention-first">
      <Link to={context.pagePath("/approvals")}>{messages.waiting_count(count)}</Link>
    </p>
  );
}

function FailedTransfers({ items }: { readonly items: readonly Transfer[] }) {
  const messages = useTranslation(MESSAGES);
  const { columns } = useMessages();
  const context = useMerchantContext();
  if (items.length === 0) return <p className="quiet">{messages.all_well}</p>;
  return (
    <Table
      label={messages.attention}
      rows={items}
      to={(item) => context.pagePath(`/transfers/${item.id}`)}
      has_hidden_headers
      columns={[
        { name: "amount", header: columns.amount, align: "end", cell: (item) => <Cell item={item} column="amount" /> },
        { name: "status", header: columns.status, cell: (item) => <StatusLabel status={item.status} /> },
        {
          name: "failure_reason",
          header: columns.failure_reason,
          hidden_below_px: 900,
          cell: (item) => <Cell item={item} column="failure_reason" />,
        },
        { name: "created_at", header: columns.created_at, cell: (item) => <Time at={item.created_at} /> },
      ]}
    />
  );
}

/** The available and reserved balance per currency, with live updates. */
export function Balances() {
  const messages = useTranslation(MESSAGES);
  const { data, failure } = useApi("GET /{environment}/balance", {});
  const balances = data?.balances ?? [];
  if ((data || failure) && balances.length === 0) return <p className="balances quiet">{messages.none}</p>;
  return (
    <div className="balances">
      {balances.map((balance) => (
        <dl key={balance.currency} className="balance">
          <div>
            <dt>{messages.available}</dt>
            <dd className="balance-sum">
              <AmountOf amount={balance.available} currency={balance.currency} />
            </dd>
          </div>
          <div>
            <dt>{messages.reserved}</dt>
            <dd>
              <AmountOf amount={balance.reserved} currency={balance.currency} />
            </dd>
          </div>
          {balance.escrow !== undefined && (
            <div>
              <dt>{messages.escrow}</dt>
              <dd>
                <AmountOf amount={balance.escrow} currency={balance.currency} />
              </dd>
            </div>
          )}
        </dl>
      ))}
    </div>
  );
}
