import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { PartyProfile } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { rowsOf } from "#app/records.ts";
import { usePartyMessages } from "#i18n/party-messages.ts";
import { PhoneNumber } from "#ui/cells.tsx";
import { Dialog, QueryState } from "#ui/page-elements.tsx";
import { useAction } from "#ui/use-action.tsx";
import type { PartyProps } from "./party-page.tsx";

interface MergeDialogProps {
  readonly page: PartyProps["page"];
  readonly party: PartyProfile;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Merges two customers, or two beneficiaries, that are one person: finds the other, then shows both and what changes. */
export function MergeDialog({ page, party, onClose, onMerged }: MergeDialogProps) {
  const messages = usePartyMessages();
  const [other, setOther] = useState<string | null>(null);
  return (
    <Dialog title={messages.merge_title} onClose={onClose}>
      {other === null ? (
        <OtherChoice page={page} party={party} onChoose={setOther} />
      ) : (
        <MergeReview {...{ page, party, other, onMerged }} onBack={() => setOther(null)} />
      )}
    </Dialog>
  );
}

const FOUND_MAX = 6;
const SEARCH_MIN = 2;

interface OtherChoiceProps extends Pick<MergeDialogProps, "page" | "party"> {
  readonly onChoose: (id: string) => void;
}

/** The people with the same number, and a search for others. */
function OtherChoice({ page, party, onChoose }: OtherChoiceProps) {
  const messages = usePartyMessages();
  const [search, setSearch] = useState("");
  const is_search = search.trim().length >= SEARCH_MIN;
  const { data } = useApi(
    `GET /{environment}/${page}` as const,
    { query: { search, limit: FOUND_MAX } },
    { is_enabled: is_search },
  );
  const found = is_search && data ? rowsOf(data) : [];
  const same_number = party.same_number.filter(({ kind }) => kind === party.kind);
  const others = is_search ? found.filter(({ id }) => id !== party.id) : same_number;
  return (
    <>
      <p className="quiet">{messages.merge_find[page]}</p>
      <Field label={messages.merge_search} name="search" value={search} onValue={setSearch} />
      {others.length > 0 && (
        <ul className="party-choices" aria-label={messages.merge_others}>
          {others.map((other) => (
            <li key={other.id}>
              <button type="button" className="button" onClick={() => onChoose(other.id ?? "")}>
                <span>{other.name}</span>
                {"phone" in other && other.phone && <PhoneNumber number={other.phone} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {is_search && data && others.length === 0 && <p className="quiet">{messages.merge_none}</p>}
    </>
  );
}

interface MergeReviewProps extends Pick<MergeDialogProps, "page" | "party" | "onMerged"> {
  readonly other: string;
  readonly onBack: () => void;
}

/** Both people side by side, what the merge changes, and the choice of the one to keep. */
function MergeReview({ page, party, other, onMerged, onBack }: MergeReviewProps) {
  const messages = usePartyMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/parties/{id}", { params: { id: other } }, { is_form: true });
  const [is_swapped, setSwapped] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const { error, run } = useAction();
  if (!query.data) return <QueryState query={query} />;
  const [kept, merged] = is_swapped ? [query.data.party, party] : [party, query.data.party];
  const name = (of: PartyProfile): string => of.name ?? of.numbers[0]?.number ?? of.id;
  async function merge(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const input = { params: { id: kept.id }, body: { merge: merged.id } };
    const { is_ok } = await run(() =>
      page === "customers"
        ? context.send("POST /{environment}/customers/{id}/merge", input)
        : context.send("POST /{environment}/beneficiaries/{id}/merge", input),
    );
    setBusy(false);
    if (is_ok) onMerged();
  }
  return (
    <>
      <div className="party-pair">
        <PartyCard title={messages.merge_kept} party={kept} />
        <PartyCard title={messages.merge_gone} party={merged} />
      </div>
      <Button tone="quiet" onClick={() => setSwapped(!is_swapped)}>
        {messages.merge_swap(name(merged))}
      </Button>
      <ul className="party-effects">
        <li>{messages.merge_records[page](name(merged), name(kept))}</li>
        <li>{messages.merge_page(name(merged), name(kept))}</li>
        {page === "customers" && <li>{messages.merge_block}</li>}
        {page === "beneficiaries" && (
          <li>
            {kept.phone === null ? (
              messages.merge_paid_to(name(kept))
            ) : (
              <>
                {messages.merge_paid_to_number(name(kept))} <PhoneNumber number={kept.phone} />
              </>
            )}
          </li>
        )}
      </ul>
      <p>
        <strong>{messages.merge_final}</strong>
      </p>
      {error}
      <div className="dialog-buttons">
        <Button onClick={onBack}>{messages.merge_back}</Button>
        <Button tone="main" is_busy={is_busy} onClick={() => void merge()}>
          {messages.merge_into(name(kept))}
        </Button>
      </div>
    </>
  );
}

/** One of the two: its name, numbers and totals. */
function PartyCard({ title, party }: { readonly title: string; readonly party: PartyProfile }) {
  const messages = usePartyMessages();
  const { language } = useLanguage();
  const sums = party.totals.map(({ amount, currency }) => formatMoney(BigInt(amount), currency, language));
  return (
    <section aria-label={title}>
      <p className="quiet">{title}</p>
      <p>
        <strong>{party.name ?? party.id}</strong>
      </p>
      <p className="party-card-id">
        <code>{party.id}</code>
      </p>
      {party.numbers.map(({ number }) => (
        <p key={number}>
          <PhoneNumber number={number} />
        </p>
      ))}
      {party.emails.map((email) => (
        <p key={email}>{email}</p>
      ))}
      <p>
        <span className="quiet">{party.kind === "customer" ? messages.paid : messages.received}</span>{" "}
        {sums.join(", ") || messages.nothing}
      </p>
    </section>
  );
}
