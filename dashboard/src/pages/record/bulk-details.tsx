import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import type { BulkTransferDetails } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { AmountOf, Receiver, StatusLabel } from "#ui/cells.tsx";
import { Table } from "#ui/table.tsx";

const MESSAGES = {
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

type BulkEntry = BulkTransferDetails["transfers"][number];

/** The progress of a bulk: the share of its transfers that have ended. */
export function BulkProgress({ bulk }: { readonly bulk: RecordFields }) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const { progress, total_transfers: all = 0 } = bulk;
  const in_progress = (progress?.pending ?? 0) + (progress?.processing ?? 0);
  const formatCount = (count: number): string => formatAmount(BigInt(count), "XAF", language);
  const ended = all - in_progress;
  return (
    <div className="progress">
      <progress aria-label={messages.progress} max={all} value={ended} />
      <p className="quiet" aria-live="polite">
        {ended === all ? messages.all(formatCount(all)) : messages.some(formatCount(ended), formatCount(all))}
      </p>
    </div>
  );
}

/** The transfers of a bulk, in the bulk's order. */
export function BulkEntries({ bulk }: { readonly bulk: RecordFields }) {
  const messages = useMessages();
  const bulk_messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const { language } = useLanguage();
  const is_narrow = useBreakpoint() === "phone";
  const { transfers: entries = [], total_transfers: all = 0 } = bulk;
  if (entries.length === 0) return null;
  const formatCount = (count: number): string => formatAmount(BigInt(count), "XAF", language);
  const receiver = {
    ...{ name: "receiver", header: bulk_messages.receiver },
    cell: ({ receiver }: BulkEntry) => <Receiver receiver={receiver} />,
  };
  const status = {
    ...{ name: "status", header: messages.columns.status },
    cell: (entry: BulkEntry) => <StatusLabel status={entry.status} />,
  };
  return (
    <section className="related" aria-labelledby="entries">
      <h2 id="entries">{messages.pages.transfers}</h2>
      <Table
        label={messages.pages.transfers}
        rows={entries}
        to={(entry) => context.pagePath(`/transfers/${entry.id}`)}
        has_hidden_headers
        columns={[
          ...(is_narrow
            ? [{ ...receiver, secondary: status.cell }]
            : [{ ...receiver, secondary: (entry: BulkEntry) => entry.reference }, status]),
          {
            name: "amount",
            header: messages.columns.amount,
            align: "end",
            cell: (entry) => <AmountOf amount={entry.amount} currency={bulk.currency} />,
          },
        ]}
      />
      {all > entries.length && (
        <p className="quiet">{bulk_messages.shown(formatCount(entries.length), formatCount(all))}</p>
      )}
      <Link className="back" to={context.pagePath(`/transfers?bulk_transfer=${bulk.id}`)}>
        {bulk_messages.list}
      </Link>
    </section>
  );
}
