import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import type { PaymentLinkDetails, SplitTerms } from "#app/api-types.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSplitMessages } from "#i18n/split-messages.ts";
import { formatPercent } from "#ui/format-percent.ts";
import { Table } from "#ui/table.tsx";

type Part = SplitTerms["parts"][number];

/** The parts that other businesses get of each payment through a link. They never change. */
export function LinkSplit({ split, currency }: { readonly split: SplitTerms } & Pick<PaymentLinkDetails, "currency">) {
  const messages = useSplitMessages();
  const { columns } = useMessages();
  const { language } = useLanguage();
  const { data } = useApi("GET /{merchant}/connections", {});
  // A business whose connection was ended is shown by its id.
  const nameOf = (merchant: string): string => data?.items.find(({ id }) => id === merchant)?.name ?? merchant;
  const details = ({ hold, description }: Part): string =>
    [hold ? messages.held : "", description ?? ""].filter(Boolean).join(" · ");
  const sizeOf = ({ basis_points, amount }: Part): string =>
    basis_points === null
      ? formatMoney(BigInt(amount ?? 0), currency, language)
      : formatPercent(basis_points, language);
  return (
    <section className="link-payments" aria-labelledby="link-split">
      <h2 id="link-split">{messages.link_title}</h2>
      <Table
        label={messages.link_title}
        rows={split.parts.map((part, number) => ({ ...part, number }))}
        rowKey={({ number }) => String(number)}
        has_hidden_headers
        columns={[
          { name: "business", header: messages.business(0), cell: (part) => nameOf(part.merchant), secondary: details },
          { ...{ name: "size", header: columns.amount, align: "end" }, cell: sizeOf },
        ]}
      />
      <dl className="facts">
        <div>
          <dt>{messages.fee_bearer}</dt>
          <dd>{messages.fee_bearers[split.fee_bearer]}</dd>
        </div>
        <div>
          <dt>{messages.refund_bearer}</dt>
          <dd>{messages.refund_bearers[split.refund_bearer]}</dd>
        </div>
      </dl>
    </section>
  );
}
