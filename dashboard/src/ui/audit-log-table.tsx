import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { type Item, textOf } from "#app/items.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { auditActionText } from "#i18n/audit-log-messages.ts";
import { useBreakpoint } from "./breakpoints.ts";
import { Time } from "./cells.tsx";
import { RecordLink } from "./record-link.tsx";
import { Table } from "./table.tsx";

interface AuditLogTableProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** Whether the subject of an entry has a page here. */
  readonly has_links?: boolean;
}

/** Entries of the audit log, newest first. */
export function AuditLogTable({ label, items, has_links = false }: AuditLogTableProps) {
  const messages = useAccountMessages();
  const is_narrow = useBreakpoint() === "telephone";
  const when = (entry: Item): ReactNode => <Time at={textOf(entry, "created_at")} />;
  return (
    <Table
      label={label}
      rows={items}
      columns={[
        ...(is_narrow ? [] : [{ name: "when", header: messages.when, className: "moment", cell: when }]),
        {
          name: "action",
          header: messages.action,
          cell: (entry) => <AuditAction action={entry} />,
          ...(is_narrow ? { secondary: when } : {}),
        },
        {
          name: "subject",
          header: messages.subject,
          hidden_below_px: 900,
          cell: (entry) =>
            has_links ? <RecordLink text={textOf(entry, "subject")} /> : textOf(entry, "subject") || "–",
        },
        {
          name: "actor",
          header: messages.actor,
          className: "actor",
          cell: (entry) => textOf(entry, "actor_name") || textOf(entry, "actor"),
        },
      ]}
    />
  );
}

function AuditAction({ action: entry }: { readonly action: Item }) {
  const { language } = useLanguage();
  return (
    <>
      {auditActionText(textOf(entry, "action"), language)} <span className="quiet">{textOf(entry, "environment")}</span>
    </>
  );
}
