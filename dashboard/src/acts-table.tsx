import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { actSaid } from "./act-texts.ts";
import { Time } from "./cells.tsx";
import { type Item, textOf } from "./items.ts";
import { RecordLink } from "./record-link.tsx";
import { useRoom } from "./room.ts";
import { useSelfWords } from "./self-texts.ts";
import { Table } from "./table.tsx";

interface ActsProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** Whether the subject of an entry has a page here. */
  readonly has_links?: boolean;
}

/** Entries of the audit log, newest first. */
export function ActsTable({ label, items, has_links = false }: ActsProps) {
  const words = useSelfWords();
  const is_narrow = useRoom() === "telephone";
  const when = (act: Item): ReactNode => <Time at={textOf(act, "created_at")} />;
  return (
    <Table
      label={label}
      rows={items}
      columns={[
        ...(is_narrow ? [] : [{ name: "when", header: words.when, className: "moment", cell: when }]),
        {
          name: "act",
          header: words.act,
          cell: (act) => <Act act={act} />,
          ...(is_narrow ? { secondary: when } : {}),
        },
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
  const { language } = useLanguage();
  return (
    <>
      {actSaid(textOf(act, "act"), language)} <span className="quiet">{textOf(act, "environment")}</span>
    </>
  );
}
