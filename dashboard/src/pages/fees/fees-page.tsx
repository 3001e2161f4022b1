import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { amountOf, type Item, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useCachedApiQuery } from "#app/use-query.ts";
import { useMessages } from "#i18n/messages.ts";
import { useChannelNames } from "#ui/channel-catalogue.tsx";
import { Heading, LoadError, Skeleton } from "#ui/page-elements.tsx";
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
  const context = useMerchantContext();
  const { response, reload } = useCachedApiQuery(context.pagePath("fees"), () => context.request("GET", "/fees"));
  const items = itemsOf(response?.body ?? {}, "items");
  return (
    <>
      <Heading title={pages.fees} />
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={reload} />}
      {response?.is_ok && items.length === 0 && <p>{messages.none}</p>}
      {items.length > 0 && <FeeTable items={items} currency={textOf(response?.body ?? {}, "currency")} />}
      {items.length > 0 && <p className="quiet fees-note">{messages.note}</p>}
    </>
  );
}

function FeeTable({ items, currency }: { readonly items: readonly Item[]; readonly currency: string }) {
  const { pages } = useMessages();
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const nameOfChannel = useChannelNames();
  const sum = (item: Item, field: string): string => {
    const amount = amountOf(item, field);
    return amount === null || amount === 0n ? "–" : formatMoney(amount, currency, language);
  };
  return (
    <section className="list">
      <Table
        label={pages.fees}
        rows={items}
        rowKey={(item) => `${textOf(item, "kind")} ${textOf(item, "channel")}`}
        columns={[
          {
            name: "kind",
            header: messages.for,
            cell: (item) => (item.kind === "collect" ? messages.kinds.collect : messages.kinds.transfer),
          },
          {
            name: "channel",
            header: messages.channel,
            cell: (item) => (item.channel === "*" ? messages.every : nameOfChannel(textOf(item, "channel"))),
          },
          {
            name: "fee",
            header: messages.fee,
            align: "end",
            cell: (item) => feeText(item, sum(item, "fixed"), language),
          },
          {
            name: "minimum",
            header: messages.least,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => sum(item, "minimum"),
          },
          {
            name: "maximum",
            header: messages.most,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => sum(item, "maximum"),
          },
        ]}
      />
    </section>
  );
}

const BASIS_POINTS = 10_000;

/** `1.5% + XAF 50` */
function feeText(item: Item, fixed: string, language: string): string {
  const share = numberOf(item, "percent_bp") / BASIS_POINTS;
  const percent = share.toLocaleString(language, { style: "percent", maximumFractionDigits: 2 });
  return [share === 0 ? "" : percent, fixed === "–" ? "" : fixed].filter(Boolean).join(" + ") || "–";
}
