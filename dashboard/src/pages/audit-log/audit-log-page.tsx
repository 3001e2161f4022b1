import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { type Item, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useCachedApiQuery } from "#app/use-query.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { AuditLogTable } from "#ui/audit-log-table.tsx";
import { ExportButton } from "#ui/export-button.tsx";
import { Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { SecondFactorNotice } from "#ui/second-factor-notice.tsx";

const PER_PAGE = 50;

/**
 * Returns a function that adds the actor's name to an entry. The log has user ids only, also those of former members.
 */
function addActorNames(members: readonly Item[]): (entry: Item) => Item {
  const actor_names = new Map(members.map((member) => [`user:${textOf(member, "id")}`, textOf(member, "name")]));
  return (entry) => ({ ...entry, actor_name: actor_names.get(textOf(entry, "actor")) ?? "" });
}

/** The audit log of this business, newest first. Nobody can change or delete an entry. */
export function AuditLogPage() {
  const messages = useAccountMessages();
  const all = useMessages();
  const { language } = useLanguage();
  const { pages } = all;
  const context = useMerchantContext();
  const [before, setBefore] = useState<number | null>(null);
  const path = before === null ? "/audit-log" : `/audit-log?before=${before}`;
  const log_query = useCachedApiQuery(`${context.pagePath("log")} ${path}`, () =>
    context.requestForMerchant("GET", path),
  );
  const members_query = useCachedApiQuery(context.pagePath("people"), () =>
    context.requestForMerchant("GET", "/people"),
  );
  const withActorName = addActorNames(itemsOf(members_query.response?.body ?? {}, "members"));
  const items = itemsOf(log_query.response?.body ?? {}, "items");
  const last = items.at(-1);
  return (
    <>
      <Heading title={pages.log}>
        {log_query.response?.is_ok && (
          <ExportButton
            label={all.export}
            href={context.merchantApiUrl(
              `/audit-log/export?language=${language}${language === "fr" ? "&separator=semicolon" : ""}`,
            )}
            permission={() => context.requestForMerchant("GET", "/audit-log/export-permission")}
          />
        )}
      </Heading>
      {log_query.response === null && <Skeleton />}
      {log_query.response?.status === 403 &&
        (log_query.response.errors.role ? <Notice>{messages.no_right}</Notice> : <SecondFactorNotice />)}
      {log_query.response && !log_query.response.is_ok && log_query.response.status !== 403 && (
        <LoadError response={log_query.response} reload={log_query.reload} />
      )}
      {items.length > 0 && <AuditLogTable label={pages.log} items={items.map(withActorName)} has_links />}
      {items.length === PER_PAGE && last && (
        <Button onClick={() => setBefore(numberOf(last, "number"))}>{messages.more}</Button>
      )}
    </>
  );
}
