import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { ReceiverOf, StatusOf, Sum } from "./cells.tsx";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useRoom } from "./room.ts";
import { Link } from "./router.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";

const TEXTS = {
  en: {
    progress: "How many have ended",
    some: (ended: string, all: string) => `${ended} of ${all} have ended`,
    all: (all: string) => `All ${all} have ended`,
    shown: (shown: string, all: string) => `The first ${shown} of ${all}.`,
    list: "Show all as a list",
    receiver: "Paid to",
  },
  fr: {
    progress: "Combien sont terminés",
    some: (ended: string, all: string) => `${ended} sur ${all} terminés`,
    all: (all: string) => `Les ${all} sont terminés`,
    shown: (shown: string, all: string) => `Les ${shown} premiers sur ${all}.`,
    list: "Tout afficher en liste",
    receiver: "Payé à",
  },
};

const MOVING = ["pending", "processing"];

/** The progress of a bulk: the share of its transfers that have ended. */
export function BulkProgress({ bulk }: { readonly bulk: Item }) {
  const texts = useTexts(TEXTS);
  const { language } = useLanguage();
  const progress = itemOf(bulk, "progress");
  const all = numberOf(bulk, "total_transfers");
  const moving = MOVING.reduce((sum, status) => sum + numberOf(progress, status), 0);
  const written = (count: number): string => formatAmount(BigInt(count), "XAF", language);
  const ended = all - moving;
  return (
    <div className="progress">
      <progress aria-label={texts.progress} max={all} value={ended} />
      <p className="quiet" aria-live="polite">
        {ended === all ? texts.all(written(all)) : texts.some(written(ended), written(all))}
      </p>
    </div>
  );
}

/** The transfers of a bulk, in the bulk's order. */
export function BulkEntries({ bulk }: { readonly bulk: Item }) {
  const words = useWords();
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const { language } = useLanguage();
  const is_narrow = useRoom() === "telephone";
  const entries = itemsOf(bulk, "transfers");
  const all = numberOf(bulk, "total_transfers");
  if (entries.length === 0) return null;
  const written = (count: number): string => formatAmount(BigInt(count), "XAF", language);
  const receiver = {
    ...{ name: "receiver", header: texts.receiver },
    cell: (entry: Item) => <ReceiverOf receiver={itemOf(entry, "receiver")} />,
  };
  const status = {
    ...{ name: "status", header: words.columns.status },
    cell: (entry: Item) => <StatusOf status={textOf(entry, "status")} />,
  };
  return (
    <section className="related" aria-labelledby="entries">
      <h2 id="entries">{words.pages.transfers}</h2>
      <Table
        label={words.pages.transfers}
        rows={entries}
        to={(entry) => place.to(`/transfers/${textOf(entry, "id")}`)}
        has_hidden_headers
        columns={[
          ...(is_narrow
            ? [{ ...receiver, secondary: status.cell }]
            : [{ ...receiver, secondary: (entry: Item) => textOf(entry, "reference") }, status]),
          {
            name: "amount",
            header: words.columns.amount,
            align: "end",
            cell: (entry) => <Sum item={{ ...entry, currency: bulk.currency }} />,
          },
        ]}
      />
      {all > entries.length && <p className="quiet">{texts.shown(written(entries.length), written(all))}</p>}
      <Link className="back" to={place.to(`/transfers?bulk_transfer=${textOf(bulk, "id")}`)}>
        {texts.list}
      </Link>
    </section>
  );
}
