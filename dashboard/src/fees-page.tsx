import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { useChannelNames } from "./channel-name.tsx";
import { amountOf, type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

const TEXTS = {
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
  const { pages } = useWords();
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const { answer, again } = useSeenAnswer(place.to("fees"), () => place.ask("GET", "/fees"));
  const items = itemsOf(answer?.body ?? {}, "items");
  return (
    <>
      <Heading title={pages.fees} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={again} />}
      {answer?.is_ok && items.length === 0 && <p>{texts.none}</p>}
      {items.length > 0 && <FeeTable items={items} currency={textOf(answer?.body ?? {}, "currency")} />}
      {items.length > 0 && <p className="quiet fees-note">{texts.note}</p>}
    </>
  );
}

function FeeTable({ items, currency }: { readonly items: readonly Item[]; readonly currency: string }) {
  const { pages } = useWords();
  const texts = useTexts(TEXTS);
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
            header: texts.for,
            cell: (item) => (item.kind === "collect" ? texts.kinds.collect : texts.kinds.transfer),
          },
          {
            name: "channel",
            header: texts.channel,
            cell: (item) => (item.channel === "*" ? texts.every : nameOfChannel(textOf(item, "channel"))),
          },
          {
            name: "fee",
            header: texts.fee,
            align: "end",
            cell: (item) => priceOf(item, sum(item, "fixed"), language),
          },
          {
            name: "minimum",
            header: texts.least,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => sum(item, "minimum"),
          },
          {
            name: "maximum",
            header: texts.most,
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
function priceOf(item: Item, fixed: string, language: string): string {
  const share = numberOf(item, "percent_bp") / BASIS_POINTS;
  const percent = share.toLocaleString(language, { style: "percent", maximumFractionDigits: 2 });
  return [share === 0 ? "" : percent, fixed === "–" ? "" : fixed].filter(Boolean).join(" + ") || "–";
}
