import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { actionsOf, type RecordAction } from "./actions.ts";
import { Cell, Copyable, PhoneOf, StatusOf, Sum, Time } from "./cells.tsx";
import { amountOf, type Item, isItem, itemOf, itemsOf, textOf, textsOf } from "./items.ts";
import type { List } from "./lists.ts";
import { usePlace } from "./place.ts";
import { go, Link } from "./router.tsx";
import { Code, Dialog, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

const MOVING = ["pending", "processing"];

/** One record: what it is at a glance, what happened, everything about it, and what can be done with it. */
export function RecordPage({ list, id }: { readonly list: List; readonly id: string }) {
  const words = useWords();
  const place = usePlace();
  const key = list.record ?? "";
  const asked = useAnswer(
    `${place.to(list.page)} ${id}`,
    () => place.ask("GET", `${list.record_path}/${encodeURIComponent(id)}`),
    ({ body }) => MOVING.includes(textOf(itemOf(body, key), "status")) || isUnderWay(itemOf(body, key)),
  );
  const { answer } = asked;
  const back = (
    <Link className="back" to={place.to(`/${list.page}`)}>
      ← {words.pages[list.page]}
    </Link>
  );
  if (answer === null || !answer.is_ok) {
    return (
      <>
        {back}
        <Heading title={id} />
        {answer === null ? <Skeleton /> : <Failure answer={answer} again={asked.again} />}
      </>
    );
  }
  const item = itemOf(answer.body, key);
  return (
    <>
      {back}
      <Heading title={titleOf(item)} />
      <Summary item={item} />
      <Actions list={list} item={item} again={asked.again} />
      <div className="record">
        <Timeline item={item} />
        <Facts item={item} />
      </div>
      <details className="raw">
        <summary>{words.raw}</summary>
        <Code label={words.raw}>{JSON.stringify(item, null, 2)}</Code>
      </details>
    </>
  );
}

function isUnderWay(item: Item): boolean {
  const progress = itemOf(item, "progress");
  return MOVING.some((status) => typeof progress[status] === "number" && progress[status] !== 0);
}

function titleOf(item: Item): string {
  return (
    [textOf(item, "name"), textOf(item, "reference"), textOf(item, "url"), textOf(item, "id")].find(
      (text) => text !== "",
    ) ?? ""
  );
}

function Summary({ item }: { readonly item: Item }) {
  const words = useWords();
  const amount_field = amountOf(item, "total_amount") === null ? "amount" : "total_amount";
  const progress = itemOf(item, "progress");
  const beneficiary = itemOf(item, "beneficiary");
  return (
    <div className="summary">
      {amountOf(item, amount_field) !== null && (
        <p className="summary-sum">
          <Sum item={item} field={amount_field} />
        </p>
      )}
      {textOf(item, "status") !== "" && <StatusOf status={textOf(item, "status")} />}
      {item.active !== undefined && <Cell item={item} column="active" />}
      {textOf(beneficiary, "name") !== "" && (
        <p>
          {textOf(beneficiary, "name")} <PhoneOf number={textOf(beneficiary, "phone")} />
        </p>
      )}
      {Object.entries(progress).map(([status, count]) =>
        count === 0 ? null : (
          <p key={status} className="summary-count">
            <StatusOf status={status} /> {String(count)}
          </p>
        ),
      )}
      {textOf(item, "failure_reason") !== "" && (
        <Notice tone="bad">
          <p>
            <strong>{words.statuses.failed}:</strong> {textOf(item, "failure_reason")}
          </p>
        </Notice>
      )}
    </div>
  );
}

function Timeline({ item }: { readonly item: Item }) {
  const { timeline, happened } = useWords();
  const status = textOf(item, "status");
  const end = (["failed", "canceled", "expired"] as const).find((one) => one === status);
  const steps = [
    { name: happened.created_at, at: textOf(item, "created_at"), kind: "pending" },
    { name: happened.processing_at, at: textOf(item, "processing_at"), kind: "processing" },
    { name: happened.completed_at, at: textOf(item, "completed_at"), kind: "complete" },
    end
      ? { name: happened[end], at: textOf(item, "updated_at"), kind: end }
      : { name: happened.updated_at, at: textOf(item, "updated_at"), kind: "" },
  ].filter(({ at, kind }) => at !== "" && (kind !== "" || at !== textOf(item, "created_at")));
  const shown = steps.filter(
    ({ kind, at }) => kind !== "" || !steps.some((step) => step.kind !== "" && step.at === at),
  );
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{timeline}</h2>
      <ol className="timeline">
        {shown.map(({ name, at, kind }) => (
          <li key={name} className={`timeline-${kind || "plain"}`}>
            <span>{name}</span> <Time at={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const HIDDEN = ["metadata", "sandbox", "business", "progress", "transfers", "status", "active", "failure_reason"];

function Facts({ item }: { readonly item: Item }) {
  const { facts } = useWords();
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
            <dt>{field}</dt>
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
      <Entries item={item} />
    </section>
  );
}

/** What another field says already. */
function isSaid(item: Item, field: string): boolean {
  return field === "initiated_at" || (field === "converted_amount" && item.converted_amount === item.amount);
}

const PAGES = new Map([
  ["ben", "beneficiaries"],
  ["cus", "customers"],
  ["pay", "payments"],
  ["trf", "transfers"],
  ["btr", "bulk"],
  ["ref", "refunds"],
  ["lnk", "payment-links"],
]);

function Fact({ item, field, value }: { readonly item: Item; readonly field: string; readonly value: unknown }) {
  const place = usePlace();
  if (field.includes("amount") || field === "fee" || field === "total_fee") return <Sum item={item} field={field} />;
  if (field.endsWith("_at")) return <Time at={textOf(item, field)} />;
  if (isItem(value)) return <Fact item={value} field="id" value={value.id} />;
  if (Array.isArray(value)) return <>{textsOf(item, field).join(", ")}</>;
  const text = String(value);
  const page = /^[a-z]{3}_[0-9a-z]{26}$/.test(text) ? PAGES.get(text.slice(0, 3)) : undefined;
  if (field === "id") return <Copyable text={text} />;
  if (page) return <Link to={place.to(`/${page}/${text}`)}>{text}</Link>;
  if (/^https?:/.test(text)) return <Copyable text={text} />;
  return field === "phone" ? <PhoneOf number={text} /> : text;
}

/** The transfers of a bulk. */
function Entries({ item }: { readonly item: Item }) {
  const words = useWords();
  const place = usePlace();
  const entries = itemsOf(item, "transfers").slice(0, ENTRIES_SHOWN);
  if (entries.length === 0) return null;
  return (
    <section className="table-frame" aria-label={words.pages.transfers}>
      <table>
        <tbody>
          {entries.map((entry) => (
            <tr key={textOf(entry, "id")} className="opens">
              <td>
                <Link className="row-link" to={place.to(`/transfers/${textOf(entry, "id")}`)}>
                  {textOf(entry, "reference")}
                </Link>
              </td>
              <td>
                <StatusOf status={textOf(entry, "status")} />
              </td>
              <td className="number">
                <Sum item={{ ...entry, currency: item.currency }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ENTRIES_SHOWN = 200;

function Actions(props: { readonly list: List; readonly item: Item; readonly again: () => void }) {
  const words = useWords();
  const place = usePlace();
  const [asked, setAsked] = useState<RecordAction | null>(null);
  const [trouble, setTrouble] = useState("");
  const actions = actionsOf(props.list.page, props.item);
  async function act(action: RecordAction): Promise<void> {
    setAsked(null);
    const answer = await place.ask(action.method, action.path, action.body, { "idempotency-key": crypto.randomUUID() });
    setTrouble(answer.is_ok ? "" : Object.values(answer.errors)[0] || answer.message || words.lost);
    if (answer.is_ok && action.leads_to !== null) go(place.to(action.leads_to));
    else props.again();
  }
  if (actions.length === 0) return null;
  return (
    <div className="actions">
      {actions.map((action) => {
        const why = place.may(action.right) ? action.why_not : "role";
        return why === null ? (
          <Button key={action.name} onClick={() => (action.is_final ? setAsked(action) : void act(action))}>
            {words.actions[action.name]}
          </Button>
        ) : (
          <p key={action.name} className="quiet">
            {words.why_not[why]}
          </p>
        );
      })}
      {trouble !== "" && <Notice tone="bad">{trouble}</Notice>}
      {asked && (
        <Dialog title={words.sure(words.actions[asked.name])} onClose={() => setAsked(null)}>
          <p className="quiet">{words.sure_hint}</p>
          <div className="dialog-buttons">
            <Button onClick={() => setAsked(null)}>{words.keep}</Button>
            <Button tone="main" onClick={() => void act(asked)}>
              {words.actions[asked.name]}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
