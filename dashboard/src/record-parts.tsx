import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useState } from "react";
import { AccountNumber } from "./account-number.tsx";
import { actionsOf, type RecordAction } from "./actions.ts";
import type { Answer } from "./api.ts";
import { ChannelOf, Copyable, isAhead, NameOf, PhoneOf, Sum, Time } from "./cells.tsx";
import { useDeed } from "./deed.tsx";
import { useFactWords } from "./fact-texts.ts";
import { type Item, isItem, itemOf, textOf, textsOf } from "./items.ts";
import { PARTIES } from "./names.tsx";
import { usePlace } from "./place.ts";
import { pageOf, RecordLink } from "./record-link.tsx";
import { go, Link } from "./router.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Sure } from "./sure.tsx";
import { type Texts, useWords } from "./texts.ts";

const HIDDEN = [
  "metadata",
  "sandbox",
  "business",
  "progress",
  "transfers",
  "status",
  "active",
  "failure_reason",
  "approval",
];

/** All fields of a record, by name. */
export function Facts({ item }: { readonly item: Item }) {
  const { facts } = useWords();
  const named = useFactWords();
  const rows = Object.entries(item).filter(
    ([field, value]) => !HIDDEN.includes(field) && !isSaid(item, field) && value !== null && value !== "",
  );
  const metadata = Object.entries(itemOf(item, "metadata"));
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{facts}</h2>
      <dl className="facts">
        {rows.map(([field, value]) => (
          <div key={field}>
            <dt>{named[field] ?? field}</dt>
            <dd>
              <Fact item={item} field={field} value={value} />
            </dd>
          </div>
        ))}
        {metadata.map(([field, value]) => (
          <div key={`metadata ${field}`}>
            <dt>metadata.{field}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Fields that are hidden while they equal one of the others. */
const SAME: readonly (readonly [field: string, others: readonly string[]])[] = [
  ["merchant_reference", ["reference"]],
  ["amount_total", ["amount"]],
  ["updated_at", ["created_at", "completed_at", "processing_at", "disabled_at"]],
  ["type", ["event"]],
];

/** Whether another field has the same information. */
function isSaid(item: Item, field: string): boolean {
  const said = SAME.find(([name]) => name === field)?.[1];
  return (
    (said?.some((other) => item[other] === item[field]) ?? false) ||
    (field === "currency" && (item.amount !== undefined || item.total_amount !== undefined)) ||
    (field === "data" && item.event !== undefined) ||
    field === "initiated_at" ||
    field === "trxref" ||
    (field === "converted_amount" && item.converted_amount === item.amount)
  );
}

const WORDED = ["type", "origin", "disabled_reason"];

function Fact({ item, field, value }: { readonly item: Item; readonly field: string; readonly value: unknown }) {
  const { yes, no } = useSelfWords();
  const { kinds } = useWords();
  const { language } = useLanguage();
  if (field.includes("amount") || field === "fee" || field === "total_fee") return <Sum item={item} field={field} />;
  if (/_(at|from)$/.test(field)) return <Time at={textOf(item, field)} is_ahead={isAhead(field)} />;
  if (typeof value === "boolean") return <>{value ? yes : no}</>;
  if (isItem(value)) return <Party item={value} />;
  if (Array.isArray(value)) return <>{textsOf(item, field).join(", ")}</>;
  const text = String(value);
  if (field === "country") return <>{new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(text)}</>;
  if (field === "channel") return <ChannelOf id={text} />;
  if (field === "account_number") return <AccountNumber id={textOf(item, "id")} number={text} />;
  if (field === "id") return <Copyable text={text} />;
  if (PARTIES.includes(field)) return <NameOf id={text} />;
  if (pageOf(text) !== null) return <RecordLink text={text} />;
  if (/^https?:/.test(text)) return <Copyable text={text} />;
  const word = WORDED.includes(field) ? Object.entries(kinds).find(([name]) => name === text)?.[1] : undefined;
  if (word !== undefined) return <>{word}</>;
  return field === "phone" ? <PhoneOf number={text} /> : text;
}

/** A linked record, by name if it has one. */
function Party({ item }: { readonly item: Item }) {
  const place = usePlace();
  const [id, name] = [textOf(item, "id"), textOf(item, "name")];
  const page = pageOf(id);
  if (page === null) return <>{name || id || "–"}</>;
  return <Link to={place.to(page)}>{name || id}</Link>;
}

/** The possible actions of a record as buttons, and the reasons why others are not possible. */
export function Actions(props: {
  readonly page: keyof Texts["pages"];
  readonly item: Item;
  readonly again: () => void;
  /** Opens the form of an action that has one. */
  readonly onForm?: () => void;
  readonly children?: ReactNode;
}) {
  const words = useWords();
  const place = usePlace();
  const [asked, setAsked] = useState<RecordAction | null>(null);
  const { trouble, act } = useDeed();
  const actions = actionsOf(props.page, props.item);
  const send = ({ method, path, body }: RecordAction): Promise<Answer> =>
    place.ask(method, path, body, { "idempotency-key": crypto.randomUUID() });
  function begin(action: RecordAction): void {
    if (action.has_form) props.onForm?.();
    else if (action.is_final) setAsked(action);
    else void act(() => send(action)).then(props.again);
  }
  function end(action: RecordAction, is_done: boolean): void {
    setAsked(null);
    if (!is_done) return;
    if (action.leads_to === null) props.again();
    else go(place.to(action.leads_to));
  }
  const whyNot = (action: RecordAction) => (place.may(action.right) ? action.why_not : "role");
  const possible = actions.filter((action) => whyNot(action) === null);
  // Each reason appears once, even if it prevents several actions.
  const reasons = new Set(actions.map(whyNot).filter((why) => why !== null));
  if (actions.length === 0 && !props.children) return null;
  return (
    <div className="actions">
      {props.children}
      {possible.map((action) => (
        <Button key={action.name} onClick={() => begin(action)}>
          {words.actions[action.name]}
        </Button>
      ))}
      {[...reasons].map((why) => (
        <p key={why} className="quiet">
          {words.why_not[why]}
        </p>
      ))}
      {trouble}
      {asked && (
        <Sure
          title={words.sure(words.actions[asked.name])}
          what={[textOf(props.item, "name"), textOf(props.item, "reference"), textOf(props.item, "url")].find(Boolean)}
          hint={words.sure_hint}
          button={words.actions[asked.name]}
          deed={() => send(asked)}
          onEnd={(is_done) => end(asked, is_done)}
        />
      )}
    </div>
  );
}
