import { useLanguage } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import type { PartyActivity } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { recordFailure } from "#i18n/failure-messages.ts";
import { usePartyMessages } from "#i18n/party-messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { AmountOf, StatusLabel, Time } from "#ui/cells.tsx";
import { QueryState } from "#ui/page-elements.tsx";
import { recordPage } from "#ui/record-link.tsx";
import { Table } from "#ui/table.tsx";
import type { PartyProps } from "./party-page.tsx";

/** The records of a customer or beneficiary in one list, the newest first. The address has the place in it. */
export function PartyActivityList({ page, id }: PartyProps) {
  const messages = usePartyMessages();
  const context = useMerchantContext();
  const { pathname, searchParams } = useAddress();
  const before = searchParams.get("before");
  const query = useApi(
    "GET /{environment}/parties/{id}/activity",
    { params: { id }, query: before === null ? {} : { before } },
    { isInProgress: ({ items }) => items.some(({ status }) => status === "pending" || status === "processing") },
  );
  const { items = [], has_more = false } = query.data ?? {};
  const last = items.at(-1);
  return (
    <section className="party-activity" aria-labelledby="activity">
      <h2 id="activity">{messages.activity}</h2>
      <QueryState query={query} />
      {query.data && items.length === 0 && <p className="quiet">{messages.no_activity[page]}</p>}
      {items.length > 0 && (
        <Table
          label={messages.activity}
          rows={items}
          to={(item) => context.pagePath(recordPage(item.id) ?? "")}
          has_hidden_headers
          columns={[
            {
              ...{ name: "kind", header: messages.activity },
              cell: ({ kind }) => messages.kinds[kind],
              secondary: (item) => <Description item={item} />,
            },
            { name: "status", header: messages.status, cell: ({ status }) => <StatusLabel status={status} /> },
            {
              ...{ name: "amount", header: messages.amount, align: "end" },
              cell: ({ amount, currency }) => <AmountOf amount={amount} currency={currency} />,
            },
          ]}
          detail={(item) => (hasFailed(item) ? <Failure item={item} /> : null)}
        />
      )}
      {(before !== null || has_more) && (
        <div className="pages">
          <div className="pages-buttons">
            {before !== null && (
              <Link className="button" to={pathname}>
                {messages.newest}
              </Link>
            )}
            {has_more && last && (
              <Link className="button" to={`${pathname}?before=${last.id}`}>
                {messages.older}
              </Link>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

function Description({ item: { created_at, description, reference, link } }: { readonly item: PartyActivity }) {
  const messages = usePartyMessages();
  const text = description ?? reference ?? (link && messages.through(link.name));
  return (
    <>
      <Time at={created_at} />
      {text && ` · ${text}`}
    </>
  );
}

function hasFailed({ kind, status }: PartyActivity): boolean {
  return status === "failed" || (kind === "transfer" && status === "canceled");
}

/** Why a record failed, where the money is, and for a transfer the way to send it again. */
function Failure({ item }: { readonly item: PartyActivity }) {
  const messages = usePartyMessages();
  const { again } = useSendMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const { kind, status, failure_code } = item;
  const reason = recordFailure(item, language);
  // A scheduled transfer that found too small a balance at its due time held no money.
  const is_returned = status === "failed" && kind !== "payment" && failure_code !== "insufficient_balance";
  return (
    <div className="party-failure">
      <p>
        {reason !== "" && `${reason}. `}
        {is_returned && messages.returned}
      </p>
      {kind === "transfer" && context.hasRight("pay") && (
        <Link className="button" to={context.pagePath(`/transfers/new?again=${item.id}`)}>
          {again}
        </Link>
      )}
    </div>
  );
}
