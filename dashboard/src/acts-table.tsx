import { Time } from "./cells.tsx";
import { type Item, textOf } from "./items.ts";
import { RecordLink } from "./record-link.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Table } from "./table.tsx";

interface ActsProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** Whether what an act was about has a page here. */
  readonly has_links?: boolean;
}

/** Privileged acts, the latest first. */
export function ActsTable({ label, items, has_links = false }: ActsProps) {
  const words = useSelfWords();
  return (
    <Table
      label={label}
      rows={items}
      columns={[
        {
          name: "when",
          header: words.when,
          className: "moment",
          cell: (act) => <Time at={textOf(act, "created_at")} />,
        },
        { name: "act", header: words.act, cell: (act) => <Act act={act} /> },
        {
          name: "subject",
          header: words.subject,
          hidden_below_px: 900,
          cell: (act) => (has_links ? <RecordLink text={textOf(act, "subject")} /> : textOf(act, "subject") || "–"),
        },
        {
          name: "actor",
          header: words.actor,
          className: "actor",
          cell: (act) => textOf(act, "actor_name") || textOf(act, "actor"),
        },
      ]}
    />
  );
}

function Act({ act }: { readonly act: Item }) {
  return (
    <>
      <code>{textOf(act, "act")}</code> <span className="quiet">{textOf(act, "environment")}</span>
    </>
  );
}
