import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import type { AuditEntryWithActor } from "#app/api-types.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { auditActionText } from "#i18n/audit-log-messages.ts";
import { useBreakpoint } from "./breakpoints.ts";
import { Time } from "./cells.tsx";
import { RecordLink } from "./record-link.tsx";
import { Table } from "./table.tsx";

interface AuditLogTableProps {
  readonly label: string;
  readonly items: readonly AuditEntryWithActor[];
  /** Whether the subject of an entry has a page here. */
  readonly has_links?: boolean;
}

/** Entries of the audit log, newest first. */
export function AuditLogTable({ label, items, has_links = false }: AuditLogTableProps) {
  const messages = useAccountMessages();
  const is_narrow = useBreakpoint() === "phone";
  const when = (entry: AuditEntryWithActor): ReactNode => <Time at={entry.created_at} />;
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
          cell: (entry) => (has_links ? <RecordLink text={entry.subject ?? ""} /> : entry.subject || "–"),
        },
        {
          name: "actor",
          header: messages.actor,
          className: "actor",
          cell: (entry) => entry.actor_name || entry.actor,
        },
      ]}
    />
  );
}

function AuditAction({ action: entry }: { readonly action: AuditEntryWithActor }) {
  const { language } = useLanguage();
  return (
    <>
      {auditActionText(entry.action, language)} <span className="quiet">{entry.environment}</span>
    </>
  );
}
