import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { AuditEntry, AuditEntryWithActor, Member } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { AuditLogTable } from "#ui/audit-log-table.tsx";
import { ExportButton } from "#ui/export-button.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { SecondFactorNotice } from "#ui/second-factor-notice.tsx";

const PER_PAGE = 50;

/**
 * Returns a function that adds the actor's name to an entry. The log stores user ids only, including those of former
 * members, whose names are unknown here.
 */
function addActorNames(members: readonly Member[]): (entry: AuditEntry) => AuditEntryWithActor {
  const actor_names = new Map(members.map((member) => [`user:${member.id}`, member.name]));
  return (entry) => ({ ...entry, actor_name: actor_names.get(entry.actor) ?? "" });
}

/** The audit log of this business, newest first. Nobody can change or delete an entry. */
export function AuditLogPage() {
  const messages = useAccountMessages();
  const all = useMessages();
  const { language } = useLanguage();
  const { pages } = all;
  const context = useMerchantContext();
  const [before, setBefore] = useState<number | null>(null);
  const log_query = useApi("GET /{merchant}/audit-log", { query: before === null ? {} : { before: String(before) } });
  const members_query = useApi("GET /{merchant}/people", {});
  const withActorName = addActorNames(members_query.data?.members ?? []);
  const { data, failure } = log_query;
  const items = data?.items ?? [];
  const last = items.at(-1);
  return (
    <>
      <Heading title={pages.log}>
        {data && (
          <ExportButton
            label={all.export}
            href={context.merchantApiUrl(
              `/audit-log/export?language=${language}${language === "fr" ? "&separator=semicolon" : ""}`,
            )}
            permission={() => context.send("GET /{merchant}/audit-log/export-permission", {})}
          />
        )}
      </Heading>
      {failure?.status === 403 ? (
        failure.errors.role ? (
          <Notice>{messages.no_right}</Notice>
        ) : (
          <SecondFactorNotice />
        )
      ) : (
        <QueryState query={log_query} />
      )}
      {items.length > 0 && <AuditLogTable label={pages.log} items={items.map(withActorName)} has_links />}
      {items.length === PER_PAGE && last && <Button onClick={() => setBefore(last.number)}>{messages.more}</Button>}
    </>
  );
}
