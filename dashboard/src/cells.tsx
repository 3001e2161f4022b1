import { formatDate } from "@kolo/ui/format-date.ts";
import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { formatPhone } from "@kolo/ui/format-phone.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status, type StatusKind } from "@kolo/ui/status.tsx";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useChannelNames } from "./channel-name.tsx";
import { withoutCountry } from "./channel-short.ts";
import { onTick } from "./clock.ts";
import { useFactWords } from "./fact-texts.ts";
import { amountOf, type Item, numberOf, textOf, textsOf } from "./items.ts";
import { PARTIES, useNames } from "./names.tsx";
import { usePlace } from "./place.ts";
import { pageOf, RecordLink } from "./record-link.tsx";
import { Link } from "./router.tsx";
import { said } from "./said.ts";
import { useWords } from "./texts.ts";
import { outcomeSaid, useWebhookWords } from "./webhook-texts.ts";

const KINDS: readonly StatusKind[] = ["pending", "processing", "complete", "failed", "canceled", "expired"];
const LIKE: ReadonlyMap<string, StatusKind> = new Map([
  ["active", "complete"],
  ["delivered", "complete"],
  ["exhausted", "failed"],
]);
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const SLOW_S = 15 * MINUTE_S;

/** A status as word and shape. `active` has the shape of `complete`, `inactive` that of `canceled`. */
export function StatusOf({ status }: { readonly status: string }) {
  const { statuses } = useWords();
  const word = Object.entries(statuses).find(([name]) => name === status)?.[1] ?? status;
  const usual = KINDS.find((kind) => kind === status);
  return <Status kind={usual ?? LIKE.get(status) ?? "canceled"}>{word}</Status>;
}

interface TimeProps {
  readonly at: string;
  /** Whether the time is in the future. */
  readonly is_ahead?: boolean;
}

/** A time: relative up to a day and updated continuously, with the exact time on hover. */
export function Time({ at, is_ahead = false }: TimeProps) {
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const text = useSyncExternalStore(onTick, () => (at === "" ? "" : spoken(at, is_ahead, language, timeZone)));
  if (at === "") return <>–</>;
  return (
    <time dateTime={at} title={exactly(at, language, timeZone)}>
      {text}
    </time>
  );
}

export function exactly(at: string, language: Language, timeZone: string | undefined): string {
  return formatDate(new Date(at), language, { dateStyle: "long", timeStyle: "long", timeZone });
}

/** The time zone of displayed times: the business's. Platform operators have none and get the browser's. */
export function useTimeZone(): string | undefined {
  const zone = textOf(usePlace().business, "time_zone");
  return zone === "" ? undefined : zone;
}

/** Whether a field of this name holds a future time. */
export function isAhead(field: string): boolean {
  return /^(next|expires|paused)_/.test(field);
}

function spoken(at: string, is_ahead: boolean, language: Language, timeZone: string | undefined): string {
  const date = new Date(at);
  const told_s = Math.round((Date.now() - date.getTime()) / 1_000);
  // The device's clock may be some minutes slow: a past time must not appear as a future one.
  const ago_s = !is_ahead && told_s < 0 && told_s > -SLOW_S ? 0 : told_s;
  if (ago_s < 0) return awaited(date, -ago_s, language, timeZone);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  if (ago_s < MINUTE_S) return relative.format(-ago_s, "second");
  if (ago_s < HOUR_S) return relative.format(-Math.round(ago_s / MINUTE_S), "minute");
  if (ago_s < DAY_S) return relative.format(-Math.round(ago_s / HOUR_S), "hour");
  const year = (moment: number | Date): string => formatDate(moment, "en", { year: "numeric", timeZone });
  const is_this_year = year(date) === year(Date.now());
  return formatDate(date, language, {
    ...{ day: "numeric", month: "short", timeZone },
    ...(is_this_year ? {} : { year: "numeric" }),
  });
}

/** A future time: relative within the next hour, else absolute. */
function awaited(date: Date, in_s: number, language: Language, timeZone: string | undefined): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  if (in_s < MINUTE_S) return relative.format(in_s, "second");
  if (in_s < HOUR_S) return relative.format(Math.round(in_s / MINUTE_S), "minute");
  return formatDate(date, language, { dateStyle: "medium", timeStyle: "short", timeZone });
}

/** An amount of a record, in the record's currency. */
export function Sum({ item, field = "amount" }: { readonly item: Item; readonly field?: string }) {
  const { kinds } = useWords();
  const amount = amountOf(item, field);
  if (amount === null) return <span className="quiet">{kinds.payer_chooses}</span>;
  return <Money amount={amount} currency={textOf(item, "currency")} />;
}

/** A phone number of any country, grouped as people say it. */
export function PhoneOf({ number }: { readonly number: string }) {
  const code = CALLING_CODES.find((one) => number.startsWith(`+${one}`));
  return <span className="phone">{code ? formatPhone(number, code) : number || "–"}</span>;
}

/** An email address with a line-break opportunity after the `@`. */
export function EmailOf({ email }: { readonly email: string }) {
  const [name, host] = email.split("@");
  if (host === undefined) return <>{email || "–"}</>;
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  );
}

/** The payee of an order: name, number or account (`number` overrides its format), and bank. */
export function ReceiverOf({ receiver, number }: { readonly receiver: Item; readonly number?: ReactNode }) {
  const { bank_code } = useFactWords();
  const bank = textOf(receiver, "bank_code");
  return (
    <>
      {textOf(receiver, "name")} {number ?? <PhoneOf number={textOf(receiver, "number")} />}
      {bank !== "" && ` (${bank_code} ${bank})`}
    </>
  );
}

const CALLING_CODES = ["237", "225", "221", "234", "241", "242", "229", "226", "233", "254"];

/** The display name of a channel. */
export function ChannelOf({ id }: { readonly id: string }) {
  const nameOf = useChannelNames();
  return <>{id === "" ? "–" : nameOf(id)}</>;
}

/** A channel's short name, for narrow columns: omits the business's own country, and shows the full name on hover. */
export function ShortChannelOf({ id }: { readonly id: string }) {
  const nameOf = useChannelNames();
  const { language } = useLanguage();
  const { business } = usePlace();
  if (id === "") return <>–</>;
  const name = nameOf(id);
  return <span title={name}>{withoutCountry(name, textOf(business, "country"), language)}</span>;
}

/**
 * The name of a payee or payer, with a link to the record; falls back to the number, then to the id. Renders nothing while it
 * loads.
 */
export function NameOf({ id, is_link = true }: { readonly id: string; readonly is_link?: boolean }) {
  const place = usePlace();
  const names = useNames();
  const page = pageOf(id);
  if (id === "") return <>–</>;
  if (names === null) return null;
  const name = names.get(id) ?? id;
  const shown = /^\+\d+$/.test(name) ? <PhoneOf number={name} /> : name;
  return page === null || !is_link ? shown : <Link to={place.to(page)}>{shown}</Link>;
}

/** An id or a secret with a copy button. */
export function Copyable({ text }: { readonly text: string }) {
  const words = useWords();
  // Holds the copied text rather than a flag, so that a different text does not appear as copied.
  const [copied, setCopied] = useState("");
  return (
    <span className="copyable">
      <code>{text}</code>
      <button
        type="button"
        className="copy"
        onClick={() => {
          void navigator.clipboard?.writeText(text).then(() => setCopied(text));
        }}
      >
        <span aria-live="polite">{copied === text ? words.copied : words.copy}</span>
      </button>
    </span>
  );
}

/** The content of one cell, by column name. */
export function Cell({ item, column }: { readonly item: Item; readonly column: string }) {
  const { kinds } = useWords();
  const { language } = useLanguage();
  if (column === "amount" || column === "balance") return <Signed item={item} field={column} />;
  if (SUMS.includes(column)) return <Sum item={item} field={column} />;
  if (column === "channel") return <ShortChannelOf id={textOf(item, "channel")} />;
  if (PARTIES.includes(column)) return <NameOf id={textOf(item, column)} />;
  if (column === "subject") return <RecordLink text={textOf(item, "subject")} />;
  if (column === "status" || column === "state") return <StatusOf status={textOf(item, column)} />;
  if (column === "event_type") return <code>{textOf(item, "type")}</code>;
  if (column === "attempts" || column === "sequence") return <>{numberOf(item, column)}</>;
  if (column === "last_outcome" && textOf(item, column) !== "") return <Outcome of={textOf(item, column)} />;
  if (column === "active") return <StatusOf status={item.active === true ? "active" : "inactive"} />;
  if (column.endsWith("_at")) return <Time at={textOf(item, column)} is_ahead={isAhead(column)} />;
  if (column === "email") return <EmailOf email={textOf(item, "email")} />;
  if (column === "phone") return <PhoneOf number={textOf(item, "phone")} />;
  if (column === "events") return <>{textsOf(item, "events").length}</>;
  if (column === "total_transfers") return <>{formatAmount(amountOf(item, column) ?? 0n, "XAF", language)}</>;
  const text = column === "failure_reason" ? said(textOf(item, column), language) : textOf(item, column);
  const word = Object.entries(kinds).find(([name]) => name === text)?.[1];
  return <>{WORDED.includes(column) ? (word ?? (text || "–")) : text || "–"}</>;
}

/** The outcome of the last delivery attempt, as a sentence. */
function Outcome({ of }: { readonly of: string }) {
  return <>{outcomeSaid(of, useWebhookWords())}</>;
}

const SUMS = ["total_amount", "amount_total", "amount_refunded", "fee"];
const WORDED = ["kind", "type", "origin", "disabled_reason"];

function Signed({ item, field }: { readonly item: Item; readonly field: string }) {
  const is_in = field === "amount" && item.direction === "in";
  return (
    <span className={is_in ? "sum-in" : "sum"}>
      {field === "amount" && item.direction !== undefined && (is_in ? "+" : "−")}
      <Sum item={item} field={field} />
    </span>
  );
}
