import { Button } from "@kolo/ui/button.tsx";
import { formatAmount, formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useEffect, useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { PartyProfile, PartyTotal } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type RecordFields, recordOf } from "#app/records.ts";
import { go, Link, previousPath } from "#app/router.tsx";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { usePartyMessages } from "#i18n/party-messages.ts";
import { AmountOf, Copyable, EmailAddress, PhoneNumber, Time } from "#ui/cells.tsx";
import { Figure } from "#ui/figure.tsx";
import { CodeBlock, Heading, Notice, PrintHeader, QueryState } from "#ui/page-elements.tsx";
import { ActionButtons, FieldList } from "#ui/record-details.tsx";
import { PartyActivityList } from "./activity-list.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import "./parties.css";
import { PartyNote } from "./party-note.tsx";

export interface PartyProps {
  readonly page: "customers" | "beneficiaries";
  readonly id: string;
}

/** A customer or beneficiary as a person: totals, records, numbers, and the note of the business. */
export function PartyPage({ page, id }: PartyProps) {
  const messages = useMessages();
  const context = useMerchantContext();
  const read = `GET /{environment}/${page}/{id}` as const;
  const query = useApi(read, { params: { id } });
  const item = query.data && recordOf(query.data);
  const list_path = context.pagePath(`/${page}`);
  // The id of a person that was merged into another leads to the other's page.
  const kept_id = item?.id;
  useEffect(() => {
    if (kept_id !== undefined && kept_id !== id) go(context.pagePath(`/${page}/${kept_id}`), true);
  }, [kept_id, id, page, context]);
  const kind = messages.records[page === "customers" ? "customer" : "beneficiary"];
  const { name, phone } = item ?? {};
  return (
    <>
      <Link className="back" to={previousPath().split("?")[0] === list_path ? previousPath() : list_path}>
        ← {messages.pages[page]}
      </Link>
      <PrintHeader kind={kind} />
      <Heading title={name || phone || kind} />
      <QueryState query={query} />
      {item && (
        <>
          <p className="party-id">
            <Copyable text={item.id ?? id} />
          </p>
          <PartyDetails page={page} item={item} reload={query.reload} />
          <details className="raw">
            <summary>{messages.raw}</summary>
            <CodeBlock label={messages.raw}>{JSON.stringify(item, null, 2)}</CodeBlock>
          </details>
        </>
      )}
    </>
  );
}

interface PartyDetailsProps {
  readonly page: PartyProps["page"];
  readonly item: RecordFields;
  readonly reload: () => void;
}

function PartyDetails({ page, item, reload }: PartyDetailsProps) {
  const messages = usePartyMessages();
  const { edit } = useFormMessages();
  const context = useMerchantContext();
  const id = item.id ?? "";
  const query = useApi("GET /{environment}/parties/{id}", { params: { id } });
  const party = query.data?.party;
  const [is_merging, setMerging] = useState(false);
  return (
    <>
      {party && <Figures page={page} party={party} />}
      {item.blocked_at && <Notice>{messages.blocked}</Notice>}
      <ActionButtons page={page} item={item} reload={reload}>
        {context.hasRight(page === "customers" ? "charge" : "pay") && (
          <>
            <Link className="button" to={context.pagePath(`/${page}/${id}/edit`)}>
              {edit}
            </Link>
            {party && <Button onClick={() => setMerging(true)}>{messages.merge}</Button>}
          </>
        )}
      </ActionButtons>
      {party && is_merging && (
        <MergeDialog
          page={page}
          party={party}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false);
            reload();
            query.reload();
          }}
        />
      )}
      <QueryState query={query} />
      {party && (
        <div className="record">
          <div>
            <PartyNote id={id} note={party.note} reload={query.reload} />
            <Contacts party={party} />
          </div>
          <div>
            <PartyActivityList page={page} id={id} />
            <FieldList item={factsOf(item)} />
          </div>
        </div>
      )}
    </>
  );
}

/** The fields that the page shows nowhere else. */
function factsOf({ id, name, email, phone, ...facts }: RecordFields): object {
  return facts;
}

// The newest payments or transfers that the service sums up.
const RECORDS_TOTALED_MAX = 10_000n;

function Figures({ page, party }: { readonly page: PartyProps["page"]; readonly party: PartyProfile }) {
  const messages = usePartyMessages();
  const { language } = useLanguage();
  const title = page === "customers" ? messages.paid : messages.received;
  const countText = page === "customers" ? messages.payments : messages.transfers;
  const notesOf = ({ count, currency, amount_refunded }: PartyTotal) => [
    countText(count, formatAmount(BigInt(count), "XAF", language)),
    amount_refunded > 0 && messages.refunded(formatMoney(BigInt(amount_refunded), currency, language)),
    !party.is_total_complete && messages.newest_only(countText(2, formatAmount(RECORDS_TOTALED_MAX, "XAF", language))),
  ];
  return (
    <dl className="figure-list party-figures">
      {party.totals.map((total) => (
        <Figure key={total.currency} name={title} notes={notesOf(total)}>
          <AmountOf amount={total.amount} currency={total.currency} />
        </Figure>
      ))}
      {party.totals.length === 0 && (
        <Figure name={title} notes={[]}>
          {messages.nothing}
        </Figure>
      )}
      {party.last_seen_at !== null && (
        <Figure name={messages.last_seen} notes={[]}>
          <Time at={party.last_seen_at} />
        </Figure>
      )}
    </dl>
  );
}

/** The numbers and addresses of a party, and others with one of the numbers. */
function Contacts({ party }: { readonly party: PartyProfile }) {
  const messages = usePartyMessages();
  const { records } = useMessages();
  const context = useMerchantContext();
  const { numbers, emails, same_number, merged } = party;
  return (
    <>
      <section aria-labelledby="contacts">
        <h2 id="contacts">{messages.contacts}</h2>
        {numbers.length + emails.length === 0 && <p className="quiet">{messages.no_contacts}</p>}
        <ul className="party-rows">
          {numbers.map(({ number, last_used_at }) => (
            <li key={number}>
              <PhoneNumber number={number} />
              <span className="quiet">{last_used_at === null ? messages.unused : <Time at={last_used_at} />}</span>
            </li>
          ))}
          {emails.map((email) => (
            <li key={email}>
              <span className="address">
                <EmailAddress email={email} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      {same_number.length > 0 && (
        <section aria-labelledby="same-number">
          <h2 id="same-number">{messages.same_number}</h2>
          <ul className="party-rows">
            {same_number.map(({ id, kind, name }) => (
              <li key={id}>
                <Link to={context.pagePath(`/${kind === "customer" ? "customers" : "beneficiaries"}/${id}`)}>
                  {name}
                </Link>
                <span className="quiet">{records[kind]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {merged.length > 0 && (
        <section aria-labelledby="merged">
          <h2 id="merged">{messages.merged}</h2>
          <ul className="party-rows">
            {merged.map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <code className="quiet">{id}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
