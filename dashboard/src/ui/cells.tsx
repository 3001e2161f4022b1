import { formatDate } from "@kolo/ui/format-date.ts";
import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { formatPhone } from "@kolo/ui/format-phone.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status, type StatusKind } from "@kolo/ui/status.tsx";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { onTick } from "#app/clock.ts";
import { amountOf, type Item, numberOf, textOf, textsOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
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
  ["exhausted", "failed"],
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

/** A time: relative up to a day and updated continuously, with the exact time on hover. */
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

/** The time zone of displayed times: the business's. Platform operators have none and get the browser's. */
export function useTimeZone(): string | undefined {
  const zone = textOf(useMerchantContext().business, "time_zone");
  return zone === "" ? undefined : zone;
}

/** Whether a field of this name holds a future time. */
export function isFutureField(field: string): boolean {
  return /^(next|expires|paused)_/.test(field);
}

function relativeTime(at: string, is_future: boolean, language: Language, timeZone: string | undefined): string {
  const date = new Date(at);
  const measured_ago_s = Math.round((Date.now() - date.getTime()) / 1_000);
  // The device's clock may be some minutes slow: a past time must not appear as a future one.
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

/** An amount of a record, in the record's currency. */
export function AmountOf({ item, field = "amount" }: { readonly item: Item; readonly field?: string }) {
  const { kinds } = useMessages();
  const amount = amountOf(item, field);
  if (amount === null) return <span className="quiet">{kinds.payer_chooses}</span>;
  return <Money amount={amount} currency={textOf(item, "currency")} />;
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
export function Receiver({ receiver, number }: { readonly receiver: Item; readonly number?: ReactNode }) {
  const { bank_code } = useFieldLabels();
  const bank = textOf(receiver, "bank_code");
  return (
    <>
      {textOf(receiver, "name")} {number ?? <PhoneNumber number={textOf(receiver, "number")} />}
      {bank !== "" && ` (${bank_code} ${bank})`}
    </>
  );
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
  return <span title={name}>{withoutCountry(name, textOf(business, "country"), language)}</span>;
}

/**
 * The name of a payee or payer, with a link to the record; falls back to the number, then to the id. Renders nothing
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
        <span aria-live="polite">{copied === text ? messages.copied : messages.copy}</span>
      </button>
    </span>
  );
}

/** The content of one cell, by column name. */
export function Cell({ item, column }: { readonly item: Item; readonly column: string }) {
  const { kinds } = useMessages();
  const { language } = useLanguage();
  if (column === "amount" || column === "balance") return <SignedAmount item={item} field={column} />;
  if (AMOUNT_COLUMNS.includes(column)) return <AmountOf item={item} field={column} />;
  if (column === "channel") return <ShortChannelName id={textOf(item, "channel")} />;
  if (PARTY_FIELDS.includes(column)) return <PartyName id={textOf(item, column)} />;
  if (column === "subject") return <RecordLink text={textOf(item, "subject")} />;
  if (column === "status" || column === "state") return <StatusLabel status={textOf(item, column)} />;
  if (column === "event_type") return <code>{textOf(item, "type")}</code>;
  if (column === "attempts" || column === "sequence") return <>{numberOf(item, column)}</>;
  if (column === "last_outcome" && textOf(item, column) !== "") return <Outcome of={textOf(item, column)} />;
  if (column === "active") return <StatusLabel status={item.active === true ? "active" : "inactive"} />;
  if (column.endsWith("_at")) return <Time at={textOf(item, column)} is_future={isFutureField(column)} />;
  if (column === "email") return <EmailAddress email={textOf(item, "email")} />;
  if (column === "phone") return <PhoneNumber number={textOf(item, "phone")} />;
  if (column === "events") return <>{textsOf(item, "events").length}</>;
  if (column === "total_transfers") return <>{formatAmount(amountOf(item, column) ?? 0n, "XAF", language)}</>;
  if (column === "failure_reason") return <>{recordFailure(item, language) || "–"}</>;
  const text = textOf(item, column);
  const text_of_kind = Object.entries(kinds).find(([name]) => name === text)?.[1];
  return <>{TRANSLATED_COLUMNS.includes(column) ? (text_of_kind ?? (text || "–")) : text || "–"}</>;
}

/** The outcome of the last delivery attempt, as a sentence. */
function Outcome({ of }: { readonly of: string }) {
  return <>{deliveryOutcomeText(of, useWebhookMessages())}</>;
}

const AMOUNT_COLUMNS = ["total_amount", "amount_total", "amount_refunded", "fee"];
const TRANSLATED_COLUMNS = ["kind", "type", "origin", "disabled_reason"];

function SignedAmount({ item, field }: { readonly item: Item; readonly field: string }) {
  const is_in = field === "amount" && item.direction === "in";
  return (
    <span className={is_in ? "sum-in" : "sum"}>
      {field === "amount" && item.direction !== undefined && (is_in ? "+" : "−")}
      <AmountOf item={item} field={field} />
    </span>
  );
}
