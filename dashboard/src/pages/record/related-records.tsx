import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type ListRead, rowsOf } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { Cell } from "#ui/cells.tsx";
import type { ListDefinition } from "#ui/list-definitions.ts";
import { Table } from "#ui/table.tsx";

const SHOWN = 10;

interface Relation {
  readonly page: "refunds" | "payments" | "withdrawals";
  readonly read: ListRead;
  readonly query: object;
  /** The path of the full list; null if these records have no list page. */
  readonly all: string | null;
}

function relationFor(page: ListDefinition["page"], id: string): Relation | null {
  switch (page) {
    case "payments":
      return { page: "refunds", read: "GET /{environment}/refunds", query: { payment: id }, all: null };
    case "invoices":
      return { page: "payments", read: "GET /{environment}/payments", query: { invoice: id }, all: null };
    case "withdrawal-accounts":
      return {
        ...{ page: "withdrawals", read: "GET /{environment}/withdrawals", query: { account: id } },
        all: `/withdrawals?account=${id}`,
      };
    default:
      return null;
  }
}

const COLUMNS = [
  { name: "amount", align: "end" },
  { name: "status" },
  { name: "reference", hidden_below_px: 900, className: "column-reference cut" },
  { name: "created_at" },
] as const;

/** The related records: the refunds of a payment, the payments of an invoice, the withdrawals to an account. */
export function RelatedRecords({ list, id }: { readonly list: ListDefinition; readonly id: string }) {
  const relation = relationFor(list.page, id);
  return relation && <RelatedTable key={id} relation={relation} />;
}

function RelatedTable({ relation }: { readonly relation: Relation }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const { page, read, query, all } = relation;
  const { data } = useApi<ListRead>(read, { query: { ...query, limit: SHOWN } });
  const items = data ? rowsOf(data) : [];
  if (items.length === 0) return null;
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{messages.pages[page]}</h2>
      <Table
        label={messages.pages[page]}
        rows={items}
        to={(item) => context.pagePath(`/${page}/${item.id}`)}
        has_hidden_headers
        columns={COLUMNS.filter(({ name }) => name !== "reference" || page !== "refunds").map(
          ({ name, ...layout }) => ({
            name,
            header: messages.columns[name],
            cell: (item) => <Cell item={item} column={name} />,
            ...layout,
          }),
        )}
      />
      {all !== null && data && data.totals > SHOWN && <Link to={context.pagePath(all)}>{messages.all}</Link>}
    </section>
  );
}
