import { useTranslation } from "@kolo/ui/language.tsx";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useCachedApiQuery } from "#app/use-query.ts";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { useWaitingOrders } from "#ui/approval.tsx";
import { AmountOf, Cell, StatusLabel, Time } from "#ui/cells.tsx";
import { useChannelNames } from "#ui/channel-catalogue.tsx";
import { ChannelTotals } from "#ui/channel-totals.tsx";
import { Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { DayChart } from "./day-chart.tsx";

const MESSAGES = {
  en: {
    available: "Available",
    reserved: "Set aside",
    in: "Came in, last 24 hours",
    out: "Went out, last 24 hours",
    quiet_in: "No payments in the last 24 hours.",
    quiet_out: "No transfers in the last 24 hours.",
    attention: "Needs attention",
    all_well: "Nothing failed among the latest transfers.",
    factor: "Set up a second factor: live mode takes one for everything but looking.",
    factor_link: "Security",
    none: "No money yet",
    paused: "its operator fails, so new transfers wait and new payments are refused.",
    degraded: "many requests to its operator fail.",
    until: "Tried again",
    colon: ":",
    in_days: "Came in, day by day",
    out_days: "Went out, day by day",
  },
  fr: {
    available: "Solde disponible",
    reserved: "Réservé",
    in: "Encaissé, 24 dernières heures",
    out: "Décaissé, 24 dernières heures",
    quiet_in: "Aucun paiement ces 24 dernières heures.",
    quiet_out: "Aucun transfert ces 24 dernières heures.",
    attention: "À surveiller",
    all_well: "Aucun échec parmi les derniers transferts.",
    factor: "Ajoutez un second facteur\u00a0: en réel, tout sauf la consultation en demande un.",
    factor_link: "Sécurité",
    none: "Pas encore d’argent",
    paused: "son opérateur échoue\u00a0: les nouveaux transferts attendent, les nouveaux paiements sont refusés.",
    degraded: "beaucoup de demandes à son opérateur échouent.",
    until: "Nouvel essai",
    colon: "\u00a0:",
    in_days: "Encaissé, jour par jour",
    out_days: "Décaissé, jour par jour",
  },
};

/** The id prefixes of the records that change this page's figures. */
const MONEY_PREFIXES = ["pay_", "trf_", "ref_"];

/** The balances, today's volume and open problems. */
export function OverviewPage() {
  const messages = useMessages();
  const overview_messages = useTranslation(MESSAGES);
  const send = useSendMessages();
  const context = useMerchantContext();
  const query = useCachedApiQuery(
    context.pagePath("overview"),
    () => context.request("GET", "/overview"),
    undefined,
    MONEY_PREFIXES,
  );
  const failed_query = useCachedApiQuery(
    context.pagePath("failed"),
    () => context.request("GET", "/transfers?status=failed&limit=5"),
    undefined,
    ["trf_"],
  );
  const overview = itemOf(query.response?.body ?? {}, "overview");
  return (
    <>
      <Heading title={messages.pages.overview}>
        {context.hasRight("pay") && (
          <Link className="button button-main" to={context.pagePath("/transfers/new")}>
            {send.actions.send}
          </Link>
        )}
      </Heading>
      {itemOf(context.me, "profile").has_second_factor !== true && (
        <Notice>
          {overview_messages.factor} <Link to={context.pagePath("/security")}>{overview_messages.factor_link}</Link>
        </Notice>
      )}
      <Balances />
      {query.response === null && <Skeleton />}
      {query.response && !query.response.is_ok && <LoadError response={query.response} reload={query.reload} />}
      {query.response?.is_ok && (
        <div className="overview">
          <DayChart
            title={overview_messages.in_days}
            days={itemsOf(overview, "payment_days")}
            currency={textOf(overview, "currency")}
            time_zone={textOf(overview, "time_zone")}
          />
          <DayChart
            title={overview_messages.out_days}
            days={itemsOf(overview, "transfer_days")}
            currency={textOf(overview, "currency")}
            time_zone={textOf(overview, "time_zone")}
          />
          <ChannelTotals
            title={overview_messages.in}
            quiet={overview_messages.quiet_in}
            rows={itemsOf(overview, "payments")}
          />
          <ChannelTotals
            title={overview_messages.out}
            quiet={overview_messages.quiet_out}
            rows={itemsOf(overview, "transfers")}
          />
        </div>
      )}
      <section aria-labelledby="attention">
        <h2 id="attention">{overview_messages.attention}</h2>
        <ChannelProblems />
        <WaitingOrders />
        <FailedTransfers
          items={itemsOf(failed_query.response?.body ?? {}, "items")}
          is_loaded={failed_query.response?.is_ok === true}
        />
      </section>
    </>
  );
}

/** The channels that are currently degraded or paused. */
function ChannelProblems() {
  const messages = useTranslation(MESSAGES);
  const nameOfChannel = useChannelNames();
  const context = useMerchantContext();
  const { response } = useCachedApiQuery(
    context.pagePath("channels"),
    () => context.request("GET", "/channels"),
    undefined,
    ["trf_", "pay_"],
  );
  const unhealthy = itemsOf(response?.body ?? {}, "data").filter(
    (one) => one.active === true && textOf(itemOf(one, "health"), "status") !== "operational",
  );
  return unhealthy.map((channel) => {
    const health = itemOf(channel, "health");
    return (
      <Notice key={textOf(channel, "id")}>
        <strong>
          {nameOfChannel(textOf(channel, "id"))}
          {messages.colon}
        </strong>{" "}
        {health.status === "paused" ? messages.paused : messages.degraded}{" "}
        {textOf(health, "paused_until") !== "" && (
          <>
            {messages.until} <Time at={textOf(health, "paused_until")} is_future />
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
  const count = numberOf(useWaitingOrders().response?.body ?? {}, "totals");
  if (count === 0) return null;
  return (
    <p className="attention-first">
      <Link to={context.pagePath("/approvals")}>{messages.waiting_count(count)}</Link>
    </p>
  );
}

function FailedTransfers({ items, is_loaded }: { readonly items: readonly Item[]; readonly is_loaded: boolean }) {
  const messages = useTranslation(MESSAGES);
  const { columns } = useMessages();
  const context = useMerchantContext();
  if (!is_loaded) return null;
  if (items.length === 0) return <p className="quiet">{messages.all_well}</p>;
  return (
    <Table
      label={messages.attention}
      rows={items}
      to={(item) => context.pagePath(`/transfers/${textOf(item, "id")}`)}
      has_hidden_headers
      columns={[
        { name: "amount", header: columns.amount, align: "end", cell: (item) => <Cell item={item} column="amount" /> },
        { name: "status", header: columns.status, cell: (item) => <StatusLabel status={textOf(item, "status")} /> },
        {
          name: "failure_reason",
          header: columns.failure_reason,
          hidden_below_px: 900,
          cell: (item) => <Cell item={item} column="failure_reason" />,
        },
        { name: "created_at", header: columns.created_at, cell: (item) => <Time at={textOf(item, "created_at")} /> },
      ]}
    />
  );
}

/** The available and reserved balance per currency, with live updates. */
export function Balances() {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const { response } = useCachedApiQuery(
    context.pagePath("balances"),
    () => context.request("GET", "/balance"),
    undefined,
    MONEY_PREFIXES,
  );
  const balances = itemsOf(response?.body ?? {}, "balances");
  if (response !== null && balances.length === 0) return <p className="balances quiet">{messages.none}</p>;
  return (
    <div className="balances">
      {balances.map((balance) => (
        <dl key={textOf(balance, "currency")} className="balance">
          <div>
            <dt>{messages.available}</dt>
            <dd className="balance-sum">
              <AmountOf item={balance} field="available" />
            </dd>
          </div>
          <div>
            <dt>{messages.reserved}</dt>
            <dd>
              <AmountOf item={balance} field="reserved" />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}
