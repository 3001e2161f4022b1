import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { OperatorPerson } from "#app/api-types.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { AuditLogTable } from "#ui/audit-log-table.tsx";
import { Time } from "#ui/cells.tsx";
import { Heading, LoadError, QueryState } from "#ui/page-elements.tsx";

const PER_PAGE = 50;

/** The platform operators, and the audit log of actions that belong to no single merchant. */
export function PlatformOperatorsPage() {
  const messages = usePlatformOperatorMessages();
  const [before, setBefore] = useState<number | null>(null);
  const operators_query = useApi("GET /operator/people", {});
  const log_query = useApi("GET /operator/audit-log", { query: before === null ? {} : { before } });
  const items = log_query.data?.items ?? [];
  const last = items.at(-1);
  return (
    <>
      <Heading title={messages.pages.log} />
      <section aria-labelledby="operators">
        <h2 id="operators">{messages.operators}</h2>
        <p className="quiet explained">{messages.operators_hint}</p>
        <QueryState query={operators_query} />
        <ul className="rows">
          {(operators_query.data?.items ?? []).map((person) => (
            <PlatformOperator key={person.id} person={person} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="audit_log">
        <h2 id="audit_log">{messages.log}</h2>
        <p className="quiet explained">{messages.log_hint}</p>
        {log_query.failure && <LoadError response={log_query.failure} reload={log_query.reload} />}
        {log_query.data && items.length === 0 && <p className="quiet">{messages.log_empty}</p>}
        {items.length > 0 && <AuditLogTable label={messages.log} items={items} />}
        {items.length === PER_PAGE && last && <Button onClick={() => setBefore(last.number)}>{messages.more}</Button>}
      </section>
    </>
  );
}

function PlatformOperator({ person }: { readonly person: OperatorPerson }) {
  const messages = usePlatformOperatorMessages();
  return (
    <li>
      <span className="address">
        {person.name}
        <br />
        <span className="quiet">{person.email}</span>
      </span>
      <span className="row-state">
        <span>{messages.second_factor(person.has_second_factor)}</span>
        <span className="quiet">
          {messages.granted} <Time at={person.granted_at} />, {messages.by} {person.granted_by}
        </span>
      </span>
    </li>
  );
}
