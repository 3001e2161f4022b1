import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import type { ChannelTotals as ChannelTotalsRow } from "#app/api-types.ts";
import { AmountOf, ShortChannelName } from "./cells.tsx";
import { Table } from "./table.tsx";

const MESSAGES = {
  en: {
    channel: "Channel",
    volume: "Volume",
    share: "Succeeded",
    count: "Number",
    unset: "Not chosen",
  },
  fr: {
    channel: "Canal",
    volume: "Volume",
    share: "Réussite",
    count: "Nombre",
    unset: "Non choisi",
  },
};

/** The volume per channel, with its success rate. */
export function ChannelTotals(props: {
  readonly title: string;
  readonly quiet: string;
  readonly rows: readonly ChannelTotalsRow[];
}) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  return (
    <section className="totals">
      <h2>{props.title}</h2>
      {props.rows.length === 0 && <p className="quiet">{props.quiet}</p>}
      {props.rows.length > 0 && (
        <Table
          label={props.title}
          rows={props.rows}
          rowKey={(row) => `${row.channel} ${row.currency}`}
          columns={[
            {
              name: "channel",
              header: messages.channel,
              cell: (row) => (row.channel ? <ShortChannelName id={row.channel} /> : messages.unset),
            },
            {
              name: "volume",
              header: messages.volume,
              align: "end",
              cell: (row) => <AmountOf amount={row.amount_complete} currency={row.currency} />,
            },
            {
              name: "count",
              header: messages.count,
              align: "end",
              cell: (row) => formatAmount(BigInt(row.count), "XAF", language),
            },
            {
              name: "share",
              header: messages.share,
              align: "end",
              cell: (row) => <SuccessRate complete={row.complete} failed={row.failed} />,
            },
          ]}
        />
      )}
    </section>
  );
}

/** The success rate of the ended transfers, as a number and a bar. */
export function SuccessRate({ complete, failed }: { readonly complete: number; readonly failed: number }) {
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
