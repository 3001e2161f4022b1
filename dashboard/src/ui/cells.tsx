import { formatDate } from "@kolo/ui/format-date.ts";
import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { formatPhone } from "@kolo/ui/format-phone.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status, type StatusKind } from "@kolo/ui/status.tsx";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { onTick } from "#app/clock.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { recordFailure } from "#i18n/failure-messages.ts";
import { useFieldLabels } from "#i18n/field-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { deliveryOutcomeText, useWebhookMessages } from "#i18n/webhook-messages.ts";
import { useChannelNames } from "./channel-catalogue.tsx";
import { PARTY_FIELDS, useIdLabels } from "./id-labels.tsx";
import { RecordLink, recordPage } from "./record-link.tsx";
import { withoutCountry } from "./short-channel-name.ts";

const STATUS_KINDS: readonly StatusKind[] = ["pending", "processing", "complete", "failed", "canceled", "expired"];
const STATUS_SHAPES: ReadonlyMap<string, StatusKind> = new Map([
  ["active", "complete"],
  ["delivered", "complete"],
  ["held", "pending"],
  ["settled", "complete"],
  ["exhausted", "failed"],
  ["open", "pending"],
  ["partly_paid", "processing"],
  ["paid", "complete"],
  ["overdue", "failed"],
]);
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const SLOW_S = 15 * MINUTE_S;

/** A status as text and shape. `active` has the shape of `complete`, `inactive` that of `canceled`. */
export function StatusLabel({ status }: { readonly status: string }) {
  const { statuses } = useMessages();
  const text = Object.entries(statuses).find(([name]) => name === status)?.[1] ?? status;
  const known_kind = STATUS_KINDS.find((kind) => kind === status);
  return <Status kind={known_kind ?? STATUS_SHAPES.get(status) ?? "canceled"}>{text}</Status>;
}

interface TimeProps {
  readonly at: string;
  /** Whether the time is in the future. */
  readonly is_future?: boolean;
}

/** A time: relative and updated continuously up to a day, absolute after that. The exact time appears on hover. */
export function Time({ at, is_future = false }: TimeProps) {
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const text = useSyncExternalStore(onTick, () => (at === "" ? "" : relativeTime(at, is_future, language, timeZone)));
  if (at === "") return <>–</>;
  return (
    <time dateTime={at} title={exactTime(at, language, timeZone)}>
      {text}
    </time>
  );
}

export function exactTime(at: string, language: Language, timeZone: string | undefined): string {
  return formatDate(new Date(at), language, { dateStyle: "long", timeStyle: "long", timeZone });
}

/** The time zone of displayed times: the business's; undefined, for the browser's, on the platform operators' pages. */
export function useTimeZone(): string | undefined {
  const { time_zone } = useMerchantContext().business;
  return time_zone === "" ? undefined : time_zone;
}

/** Whether a field of this name holds a future time. */
export function isFutureField(field: string, at: string): boolean {
  return /^(next|expires|paused|scheduled|usable)_/.test(field) || (field === "due_at" && Date.parse(at) > Date.now());
}

function relativeTime(at: string, is_future: boolean, language: Language, timeZone: string | undefined): string {
  const date = new Date(at);
  const measured_ago_s = Math.round((Date.now() - date.getTime()) / 1_000);
  // The device's clock may be a few minutes slow: do not show a past time as a future one.
  const ago_s = !is_future && measured_ago_s < 0 && measured_ago_s > -SLOW_S ? 0 : measured_ago_s;
  if (ago_s < 0) return futureTime(date, -ago_s, language, timeZone);
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
function futureTime(date: Date, in_s: number, language: Language, timeZone: string | undefined): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  if (in_s < MINUTE_S) return relative.format(in_s, "second");
  if (in_s < HOUR_S) return relative.format(Math.round(in_s / MINUTE_S), "minute");
  return formatDate(date, language, { dateStyle: "medium", timeStyle: "short", timeZone });
}

interface AmountProps {
  /** In the smallest unit; null for an amount that the payer chooses. */
  readonly amount: number | null | undefined;
  readonly currency: string | undefined;
}

/** An amount. */
export function AmountOf({ amount, currency = "" }: AmountProps) {
  const { kinds } = useMessages();
  if (amount === null || amount === undefined) return <span className="quiet">{kinds.payer_chooses}</span>;
  return <Money amount={BigInt(amount)} currency={currency} />;
}

/** A phone number of any country, grouped as people say it. */
export function PhoneNumber({ number }: { readonly number: string }) {
  const code = CALLING_CODES.find((one) => number.startsWith(`+${one}`));
  return <span className="phone">{code ? formatPhone(number, code) : number || "–"}</span>;
}

/** An email address with a line-break opportunity after the `@`. */
export function EmailAddress({ email }: { readonly email: string }) {
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
export function Receiver({ receiver, number }: { readonly receiver: ReceiverFields; readonly number?: ReactNode }) {
  const { bank_code } = useFieldLabels();
  return (
    <>
      {receiver.name} {number ?? <PhoneNumber number={receiver.number ?? ""} />}
      {receiver.bank_code && ` (${bank_code} ${receiver.bank_code})`}
    </>
  );
}

interface ReceiverFields {
  readonly name?: string | null | undefined;
  readonly number?: string | null | undefined;
  readonly bank_code?: string | null | undefined;
}

const CALLING_CODES = ["237", "225", "221", "234", "241", "242", "229", "226", "233", "254"];

/** The display name of a channel. */
export function ChannelName({ id }: { readonly id: string }) {
  const nameOf = useChannelNames();
  return <>{id === "" ? "–" : nameOf(id)}</>;
}

/** A channel's short name, for narrow columns: omits the business's own country, and shows the full name on hover. */
export function ShortChannelName({ id }: { readonly id: string }) {
  const nameOf = useChannelNames();
  const { language } = useLanguage();
  const { business } = useMerchantContext();
  if (id === "") return <>–</>;
  const name = nameOf(id);
  return <span title={name}>{withoutCountry(name, business.country, language)}</span>;
}

/**
 * The name of a payee, payer or account, with a link to the record; falls back to the number, then to the id. Renders nothing
 * while it loads.
 */
export function PartyName({ id, is_link = true }: { readonly id: string; readonly is_link?: boolean }) {
  const context = useMerchantContext();
  const labels = useIdLabels();
  const page = recordPage(id);
  if (id === "") return <>–</>;
  if (labels === null) return null;
  const name = labels.get(id) ?? id;
  const shown = /^\+\d+$/.test(name) ? <PhoneNumber number={name} /> : name;
  return page === null || !is_link ? shown : <Link to={context.pagePath(page)}>{shown}</Link>;
}

/** An id or a secret with a copy button. */
export function Copyable({ text }: { readonly text: string }) {
  const messages = useMessages();
  // The copied text, not a flag: if `text` changes, the new text must not appear as copied.
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
        <span aria-live="polite">{copied === text ? messages.copied : messages.copy}</span>
      </button>
    </span>
  );
}

/** A field of a record as text; "" if it is absent or not a string. */
export function fieldText(item: RecordFields, field: string): string {
  const values: Readonly<Record<string, unknown>> = item;
  const value = values[field];
  return typeof value === "string" ? value : "";
}

/** The content of one cell, by column name. */
export function Cell({ item, column }: { readonly item: RecordFields; readonly column: string }) {
  const { kinds } = useMessages();
  const { language } = useLanguage();
  const text = fieldText(item, column);
  const amount_column = AMOUNT_COLUMNS.find((one) => one === column);
  if (column === "amount" || column === "balance") return <SignedAmount item={item} field={column} />;
  if (column === "max_payments") return <>{item.max_payments ?? "–"}</>;
  if (column === "max_amount_collected" && item.max_amount_collected === null) return <>–</>;
  if (amount_column) return <AmountOf amount={item[amount_column]} currency={item.currency} />;
  if (column === "channel") return <ShortChannelName id={text} />;
  if (PARTY_FIELDS.includes(column)) return <PartyName id={text} />;
  if (column === "subject") return <RecordLink text={text} />;
  if (column === "status" || column === "state") return <StatusLabel status={text} />;
  if (column === "event_type") return <code>{item.type}</code>;
  if (column === "attempts" || column === "sequence") return <CountOf count={item[column]} />;
  if (column === "last_outcome" && text !== "") return <Outcome of={text} />;
  if (column === "active") return <StatusLabel status={item.active ? "active" : "inactive"} />;
  if (column.endsWith("_at")) return <Time at={text} is_future={isFutureField(column, text)} />;
  if (column === "email") return <EmailAddress email={text} />;
  if (column === "phone") return <PhoneNumber number={text} />;
  if (column === "events") return <CountOf count={item.events} />;
  if (column === "total_transfers") return <>{formatAmount(BigInt(item.total_transfers ?? 0), "XAF", language)}</>;
  if (column === "failure_reason") return <>{recordFailure(item, language) || "–"}</>;
  const text_of_kind = Object.entries(kinds).find(([name]) => name === text)?.[1];
  return <>{TRANSLATED_COLUMNS.includes(column) ? (text_of_kind ?? (text || "–")) : text || "–"}</>;
}

/** The outcome of the last delivery attempt, as a sentence. */
function Outcome({ of }: { readonly of: string }) {
  return <>{deliveryOutcomeText(of, useWebhookMessages())}</>;
}

const AMOUNT_COLUMNS = [
  ...(["total_amount", "amount_total", "amount_refunded", "fee", "debt"] as const),
  ...(["amount_paid", "amount_reserved", "amount_overdue", "amount_net", "max_amount_collected"] as const),
];
const TRANSLATED_COLUMNS = ["kind", "type", "origin", "disabled_reason"];

/** A number, or the length of a list. */
function CountOf({ count }: { readonly count: number | readonly unknown[] | undefined }) {
  return <>{typeof count === "number" ? count : (count?.length ?? 0)}</>;
}

function SignedAmount({ item, field }: { readonly item: RecordFields; readonly field: "amount" | "balance" }) {
  const is_in = field === "amount" && item.direction === "in";
  return (
    <span className={is_in ? "sum-in" : "sum"}>
      {field === "amount" && (item.direction === "in" || item.direction === "out") && (is_in ? "+" : "−")}
      <AmountOf amount={item[field]} currency={item.currency} />
    </span>
  );
}
