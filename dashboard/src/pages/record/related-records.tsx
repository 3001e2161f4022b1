import { itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useCachedApiQuery } from "#app/use-query.ts";
import { useMessages } from "#i18n/messages.ts";
import { Cell } from "#ui/cells.tsx";
import type { ListDefinition } from "#ui/list-definitions.ts";
import { Table } from "#ui/table.tsx";

const SHOWN = 10;

interface Relation {
  readonly page: "refunds" | "payments" | "transfers";
  readonly path: string;
  readonly key: "items" | "payments";
  readonly id_prefixes: readonly string[];
  /** The page that lists all of them; null without one. */
  readonly all: string | null;
}

function relationFor(page: ListDefinition["page"], id: string): Relation | null {
  switch (page) {
    case "payments":
      return { page: "refunds", path: `/refunds?payment=${id}`, key: "items", id_prefixes: ["ref_"], all: null };
    case "customers":
      return {
        page: "payments",
        path: `/customers/${id}/payments?`,
        key: "payments",
        id_prefixes: ["pay_"],
        all: null,
      };
    case "beneficiaries":
      return {
        ...{ page: "transfers", path: `/transfers?search=${id}`, key: "items", id_prefixes: ["trf_"] },
        all: `/transfers?search=${id}`,
      };
    default:
      return null;
  }
}

const COLUMNS = [
  { name: "amount", align: "end" },
  { name: "status" },
  { name: "reference", hidden_below_px: 900 },
  { name: "created_at" },
] as const;

/** The related records: the refunds of a payment, the payments of a customer, the transfers to a beneficiary. */
export function RelatedRecords({ list, id }: { readonly list: ListDefinition; readonly id: string }) {
  const relation = relationFor(list.page, id);
  return relation && <RelatedTable key={id} relation={relation} />;
}

function RelatedTable({ relation }: { readonly relation: Relation }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const { page, path, key, id_prefixes, all } = relation;
  const { response } = useCachedApiQuery(
    `${context.pagePath(path)} related`,
    () => context.request("GET", `${path}&limit=${SHOWN}`),
    undefined,
    id_prefixes,
  );
  const items = itemsOf(response?.body ?? {}, key);
  if (items.length === 0) return null;
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{messages.pages[page]}</h2>
      <Table
        label={messages.pages[page]}
        rows={items}
        to={(item) => context.pagePath(`/${page}/${textOf(item, "id")}`)}
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
      {all !== null && numberOf(response?.body ?? {}, "totals") > SHOWN && (
        <Link to={context.pagePath(all)}>{messages.all}</Link>
      )}
    </section>
  );
}
