import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { type Item, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useApiQuery } from "#app/use-query.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { AuditLogTable } from "#ui/audit-log-table.tsx";
import { Time } from "#ui/cells.tsx";
import { Heading, LoadError, Skeleton } from "#ui/page-elements.tsx";

const PER_PAGE = 50;

/** The platform operators, and the audit log of actions that belong to no single merchant. */
export function PlatformOperatorsPage() {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const [before, setBefore] = useState<number | null>(null);
  const operators_query = useApiQuery("operators", () => context.request("GET", "/people"));
  const path = before === null ? "/audit-log" : `/audit-log?before=${before}`;
  const log_query = useApiQuery(path, () => context.request("GET", path));
  const items = itemsOf(log_query.response?.body ?? {}, "items");
  const last = items.at(-1);
  return (
    <>
      <Heading title={messages.pages.log} />
      <section aria-labelledby="operators">
        <h2 id="operators">{messages.operators}</h2>
        <p className="quiet explained">{messages.operators_hint}</p>
        {operators_query.response === null && <Skeleton />}
        {operators_query.response && !operators_query.response.is_ok && (
          <LoadError response={operators_query.response} reload={operators_query.reload} />
        )}
        <ul className="rows">
          {itemsOf(operators_query.response?.body ?? {}, "items").map((person) => (
            <PlatformOperator key={textOf(person, "id")} person={person} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="audit_log">
        <h2 id="audit_log">{messages.log}</h2>
        <p className="quiet explained">{messages.log_hint}</p>
        {log_query.response && !log_query.response.is_ok && (
          <LoadError response={log_query.response} reload={log_query.reload} />
        )}
        {log_query.response?.is_ok && items.length === 0 && <p className="quiet">{messages.log_empty}</p>}
        {items.length > 0 && <AuditLogTable label={messages.log} items={items} />}
        {items.length === PER_PAGE && last && (
          <Button onClick={() => setBefore(numberOf(last, "number"))}>{messages.more}</Button>
        )}
      </section>
    </>
  );
}

function PlatformOperator({ person }: { readonly person: Item }) {
  const messages = usePlatformOperatorMessages();
  return (
    <li>
      <span className="address">
        {textOf(person, "name")}
        <br />
        <span className="quiet">{textOf(person, "email")}</span>
      </span>
      <span className="row-state">
        <span>{messages.second_factor(person.has_second_factor === true)}</span>
        <span className="quiet">
          {messages.granted} <Time at={textOf(person, "granted_at")} />, {messages.by} {textOf(person, "granted_by")}
        </span>
      </span>
    </li>
  );
}
