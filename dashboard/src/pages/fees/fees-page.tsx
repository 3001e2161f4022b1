import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import type { Fee } from "#app/api-types.ts";
import { useMessages } from "#i18n/messages.ts";
import { useChannelNames } from "#ui/channel-catalogue.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

const MESSAGES = {
  en: {
    kinds: { collect: "A payment", transfer: "A transfer" },
    for: "For",
    channel: "Over",
    every: "Every other channel",
    fee: "Fee",
    least: "At least",
    most: "At most",
    none: "No fees are set: payments and transfers cost nothing here.",
    note: "Of a payment the fee is taken from what comes in; of a transfer it is added to what goes out.",
  },
  fr: {
    kinds: { collect: "Un paiement", transfer: "Un transfert" },
    for: "Pour",
    channel: "Par",
    every: "Tout autre canal",
    fee: "Frais",
    least: "Au moins",
    most: "Au plus",
    none: "Aucun frais n’est fixé\u00a0: paiements et transferts sont gratuits ici.",
    note: "Pour un paiement, les frais sont retenus sur l’encaissement\u202f; pour un transfert, ils s’ajoutent au montant.",
  },
};

/** The fees of payments and transfers. */
export function FeesPage() {
  const { pages } = useMessages();
  const messages = useTranslation(MESSAGES);
  const query = useApi("GET /{environment}/fees", {});
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <>
      <Heading title={pages.fees} />
      <QueryState query={query} />
      {data && items.length === 0 && <p>{messages.none}</p>}
      {data && items.length > 0 && <FeeTable items={items} currency={data.currency} />}
      {items.length > 0 && <p className="quiet fees-note">{messages.note}</p>}
    </>
  );
}

function FeeTable({ items, currency }: { readonly items: readonly Fee[]; readonly currency: string }) {
  const { pages } = useMessages();
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const nameOfChannel = useChannelNames();
  const sum = (amount: number | null): string => (amount ? formatMoney(BigInt(amount), currency, language) : "–");
  return (
    <section className="list">
      <Table
        label={pages.fees}
        rows={items}
        rowKey={(item) => `${item.kind} ${item.channel}`}
        columns={[
          {
            name: "kind",
            header: messages.for,
            cell: (item) => (item.kind === "collect" ? messages.kinds.collect : messages.kinds.transfer),
          },
          {
            name: "channel",
            header: messages.channel,
            cell: (item) => (item.channel === "*" ? messages.every : nameOfChannel(item.channel)),
          },
          {
            name: "fee",
            header: messages.fee,
            align: "end",
            cell: (item) => feeText(item, sum(item.fixed), language),
          },
          {
            name: "minimum",
            header: messages.least,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => sum(item.minimum),
          },
          {
            name: "maximum",
            header: messages.most,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => sum(item.maximum),
          },
        ]}
      />
    </section>
  );
}

const BASIS_POINTS = 10_000;

/** `1.5% + XAF 50` */
function feeText(item: Fee, fixed: string, language: string): string {
  const share = item.percent_bp / BASIS_POINTS;
  const percent = share.toLocaleString(language, { style: "percent", maximumFractionDigits: 2 });
  return [share === 0 ? "" : percent, fixed === "–" ? "" : fixed].filter(Boolean).join(" + ") || "–";
}
