import { Cell } from "./cells.tsx";
import { itemsOf, numberOf, textOf } from "./items.ts";
import type { List } from "./lists.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

const SHOWN = 10;

interface Relation {
  readonly page: "refunds" | "payments" | "transfers";
  readonly path: string;
  readonly key: "items" | "payments";
  readonly about: readonly string[];
  /** The page that lists all of them; null without one. */
  readonly all: string | null;
}

function relationOf(page: List["page"], id: string): Relation | null {
  switch (page) {
    case "payments":
      return { page: "refunds", path: `/refunds?payment=${id}`, key: "items", about: ["ref_"], all: null };
    case "customers":
      return { page: "payments", path: `/customers/${id}/payments?`, key: "payments", about: ["pay_"], all: null };
    case "beneficiaries":
      return {
        ...{ page: "transfers", path: `/transfers?search=${id}`, key: "items", about: ["trf_"] },
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
export function Related({ list, id }: { readonly list: List; readonly id: string }) {
  const relation = relationOf(list.page, id);
  return relation && <Relatives key={id} relation={relation} />;
}

function Relatives({ relation }: { readonly relation: Relation }) {
  const words = useWords();
  const place = usePlace();
  const { page, path, key, about, all } = relation;
  const { answer } = useSeenAnswer(
    `${place.to(path)} related`,
    () => place.ask("GET", `${path}&limit=${SHOWN}`),
    undefined,
    about,
  );
  const items = itemsOf(answer?.body ?? {}, key);
  if (items.length === 0) return null;
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{words.pages[page]}</h2>
      <Table
        label={words.pages[page]}
        rows={items}
        to={(item) => place.to(`/${page}/${textOf(item, "id")}`)}
        has_hidden_headers
        columns={COLUMNS.filter(({ name }) => name !== "reference" || page !== "refunds").map(
          ({ name, ...layout }) => ({
            name,
            header: words.columns[name],
            cell: (item) => <Cell item={item} column={name} />,
            ...layout,
          }),
        )}
      />
      {all !== null && numberOf(answer?.body ?? {}, "totals") > SHOWN && <Link to={place.to(all)}>{words.all}</Link>}
    </section>
  );
}
