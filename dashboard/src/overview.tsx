import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { useWaiting } from "./approval.tsx";
import { useApprovalWords } from "./approval-texts.ts";
import { Cell, ShortChannelOf, StatusOf, Sum, Time } from "./cells.tsx";
import { useChannelNames } from "./channel-name.tsx";
import { DayChart } from "./day-chart.tsx";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { useSendWords } from "./send-texts.ts";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

const TEXTS = {
  en: {
    available: "Available",
    reserved: "Set aside",
    in: "Came in, last 24 hours",
    out: "Went out, last 24 hours",
    channel: "Channel",
    volume: "Volume",
    share: "Succeeded",
    count: "Number",
    quiet_in: "No payments in the last 24 hours.",
    quiet_out: "No transfers in the last 24 hours.",
    attention: "Needs attention",
    all_well: "Nothing failed among the latest transfers.",
    unset: "Not chosen",
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
    channel: "Canal",
    volume: "Volume",
    share: "Réussite",
    count: "Nombre",
    quiet_in: "Aucun paiement ces 24 dernières heures.",
    quiet_out: "Aucun transfert ces 24 dernières heures.",
    attention: "À surveiller",
    all_well: "Aucun échec parmi les derniers transferts.",
    unset: "Non choisi",
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
const MONEY = ["pay_", "trf_", "ref_"];

/** The balances, today's volume and open problems. */
export function OverviewPage() {
  const words = useWords();
  const texts = useTexts(TEXTS);
  const send = useSendWords();
  const place = usePlace();
  const asked = useSeenAnswer(place.to("overview"), () => place.ask("GET", "/overview"), undefined, MONEY);
  const failed = useSeenAnswer(
    place.to("failed"),
    () => place.ask("GET", "/transfers?status=failed&limit=5"),
    undefined,
    ["trf_"],
  );
  const overview = itemOf(asked.answer?.body ?? {}, "overview");
  return (
    <>
      <Heading title={words.pages.overview}>
        {place.may("pay") && (
          <Link className="button button-main" to={place.to("/transfers/new")}>
            {send.actions.send}
          </Link>
        )}
      </Heading>
      {itemOf(place.me, "profile").has_second_factor !== true && (
        <Notice>
          {texts.factor} <Link to={place.to("/security")}>{texts.factor_link}</Link>
        </Notice>
      )}
      <Balances />
      {asked.answer === null && <Skeleton />}
      {asked.answer && !asked.answer.is_ok && <Failure answer={asked.answer} again={asked.again} />}
      {asked.answer?.is_ok && (
        <div className="overview">
          <DayChart
            title={texts.in_days}
            days={itemsOf(overview, "payment_days")}
            currency={textOf(overview, "currency")}
            time_zone={textOf(overview, "time_zone")}
          />
          <DayChart
            title={texts.out_days}
            days={itemsOf(overview, "transfer_days")}
            currency={textOf(overview, "currency")}
            time_zone={textOf(overview, "time_zone")}
          />
          <Totals title={texts.in} quiet={texts.quiet_in} rows={itemsOf(overview, "payments")} />
          <Totals title={texts.out} quiet={texts.quiet_out} rows={itemsOf(overview, "transfers")} />
        </div>
      )}
      <section aria-labelledby="attention">
        <h2 id="attention">{texts.attention}</h2>
        <Channels />
        <Waiting />
        <Attention items={itemsOf(failed.answer?.body ?? {}, "items")} is_known={failed.answer?.is_ok === true} />
      </section>
    </>
  );
}

/** The channels that are currently degraded or paused. */
function Channels() {
  const texts = useTexts(TEXTS);
  const nameOfChannel = useChannelNames();
  const place = usePlace();
  const { answer } = useSeenAnswer(place.to("channels"), () => place.ask("GET", "/channels"), undefined, [
    "trf_",
    "pay_",
  ]);
  const troubled = itemsOf(answer?.body ?? {}, "data").filter(
    (one) => one.active === true && textOf(itemOf(one, "health"), "status") !== "operational",
  );
  return troubled.map((channel) => {
    const health = itemOf(channel, "health");
    return (
      <Notice key={textOf(channel, "id")}>
        <strong>
          {nameOfChannel(textOf(channel, "id"))}
          {texts.colon}
        </strong>{" "}
        {health.status === "paused" ? texts.paused : texts.degraded}{" "}
        {textOf(health, "paused_until") !== "" && (
          <>
            {texts.until} <Time at={textOf(health, "paused_until")} is_ahead />
          </>
        )}
      </Notice>
    );
  });
}

/** The number of orders that wait for approval. */
function Waiting() {
  const words = useApprovalWords();
  const place = usePlace();
  const count = numberOf(useWaiting().answer?.body ?? {}, "totals");
  if (count === 0) return null;
  return (
    <p className="attention-first">
      <Link to={place.to("/approvals")}>{words.waiting_count(count)}</Link>
    </p>
  );
}

function Attention({ items, is_known }: { readonly items: readonly Item[]; readonly is_known: boolean }) {
  const texts = useTexts(TEXTS);
  const { columns } = useWords();
  const place = usePlace();
  if (!is_known) return null;
  if (items.length === 0) return <p className="quiet">{texts.all_well}</p>;
  return (
    <Table
      label={texts.attention}
      rows={items}
      to={(item) => place.to(`/transfers/${textOf(item, "id")}`)}
      has_hidden_headers
      columns={[
        { name: "amount", header: columns.amount, align: "end", cell: (item) => <Cell item={item} column="amount" /> },
        { name: "status", header: columns.status, cell: (item) => <StatusOf status={textOf(item, "status")} /> },
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
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const { answer } = useSeenAnswer(place.to("balances"), () => place.ask("GET", "/balance"), undefined, MONEY);
  const balances = itemsOf(answer?.body ?? {}, "balances");
  if (answer !== null && balances.length === 0) return <p className="balances quiet">{texts.none}</p>;
  return (
    <div className="balances">
      {balances.map((balance) => (
        <dl key={textOf(balance, "currency")} className="balance">
          <div>
            <dt>{texts.available}</dt>
            <dd className="balance-sum">
              <Sum item={balance} field="available" />
            </dd>
          </div>
          <div>
            <dt>{texts.reserved}</dt>
            <dd>
              <Sum item={balance} field="reserved" />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

/** The volume per channel, with its success rate. */
export function Totals(props: { readonly title: string; readonly quiet: string; readonly rows: readonly Item[] }) {
  const texts = useTexts(TEXTS);
  const { language } = useLanguage();
  return (
    <section className="totals">
      <h2>{props.title}</h2>
      {props.rows.length === 0 && <p className="quiet">{props.quiet}</p>}
      {props.rows.length > 0 && (
        <Table
          label={props.title}
          rows={props.rows}
          rowKey={(row) => `${textOf(row, "channel")} ${textOf(row, "currency")}`}
          columns={[
            {
              name: "channel",
              header: texts.channel,
              cell: (row) =>
                textOf(row, "channel") === "" ? texts.unset : <ShortChannelOf id={textOf(row, "channel")} />,
            },
            {
              name: "volume",
              header: texts.volume,
              align: "end",
              cell: (row) => <Sum item={row} field="amount_complete" />,
            },
            {
              name: "count",
              header: texts.count,
              align: "end",
              cell: (row) => formatAmount(BigInt(numberOf(row, "count")), "XAF", language),
            },
            {
              name: "share",
              header: texts.share,
              align: "end",
              cell: (row) => <Share complete={numberOf(row, "complete")} failed={numberOf(row, "failed")} />,
            },
          ]}
        />
      )}
    </section>
  );
}

/** The success rate of the ended transfers, as a number and a bar. */
export function Share({ complete, failed }: { readonly complete: number; readonly failed: number }) {
  const { language } = useLanguage();
  const ended = complete + failed;
  if (ended === 0) return <>–</>;
  const text = (complete / ended).toLocaleString(language, { style: "percent", maximumFractionDigits: 1 });
  return (
    <span className="share">
      <meter min={0} max={ended} value={complete} aria-label={text} />
      <span className="share-figure">{text}</span>
    </span>
  );
}
