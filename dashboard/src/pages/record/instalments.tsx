import { useTranslation } from "@kolo/ui/language.tsx";
import type { Invoice } from "#app/api-types.ts";
import { useMessages } from "#i18n/messages.ts";
import { AmountOf, StatusLabel, Time } from "#ui/cells.tsx";
import { Table } from "#ui/table.tsx";

const MESSAGES = { en: { title: "Parts and due dates" }, fr: { title: "Échéances" } };

type Instalment = Invoice["instalments"][number];

interface InstalmentsProps {
  readonly instalments: Invoice["instalments"];
  readonly currency: string;
  /** Nothing of a canceled invoice is overdue. */
  readonly is_canceled: boolean;
}

/** The instalments of an invoice, with what is paid of each. */
export function Instalments({ instalments, currency, is_canceled }: InstalmentsProps) {
  const { title } = useTranslation(MESSAGES);
  const { columns } = useMessages();
  const statusOf = ({ amount, amount_paid, due_at }: Instalment): string => {
    if (amount_paid === amount) return "paid";
    if (!is_canceled && Date.parse(due_at) <= Date.now()) return "overdue";
    return amount_paid > 0 ? "partly_paid" : is_canceled ? "canceled" : "open";
  };
  return (
    <section className="related" aria-labelledby="instalments">
      <h2 id="instalments">{title}</h2>
      <Table
        label={title}
        rows={instalments}
        rowKey={({ due_at }) => due_at}
        columns={[
          {
            ...{ name: "due_at", header: columns.due_at },
            cell: ({ due_at }) => <Time at={due_at} is_future={Date.parse(due_at) > Date.now()} />,
            secondary: (part) => <StatusLabel status={statusOf(part)} />,
          },
          {
            ...{ name: "amount_paid", header: columns.amount_paid, align: "end" },
            cell: ({ amount_paid }) => <AmountOf amount={amount_paid} currency={currency} />,
          },
          {
            ...{ name: "amount", header: columns.amount, align: "end" },
            cell: ({ amount }) => <AmountOf amount={amount} currency={currency} />,
          },
        ]}
      />
    </section>
  );
}
