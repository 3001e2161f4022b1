import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { go, Link } from "#app/router.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useFieldLabels } from "#i18n/field-messages.ts";
import { type Messages, useMessages } from "#i18n/messages.ts";
import { AccountNumber } from "./account-number.tsx";
import { AmountOf, ChannelName, Copyable, isFutureField, PartyName, PhoneNumber, Time } from "./cells.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { PARTY_FIELDS } from "./id-labels.tsx";
import { type RecordAction, recordActions } from "./record-actions.ts";
import { RecordLink, recordPage } from "./record-link.tsx";
import { useAction } from "./use-action.tsx";

const HIDDEN_FIELDS = [
  "metadata",
  "sandbox",
  "business",
  "progress",
  "transfers",
  "status",
  "state",
  "active",
  "first_confirmed_by",
  "failure_code",
  "failure_reason",
  "approval",
  "split",
  // In a table of their own.
  "instalments",
  // On the invoice's hosted page.
  "minimum_part",
  "reminders",
  "language",
];

/** A record of any type. The details show each field by its name. */
type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** All fields of a record, by name. */
export function FieldList({ item }: { readonly item: object }) {
  const { facts } = useMessages();
  const labels = useFieldLabels();
  const fields: Fields = { ...item };
  const rows = Object.entries(fields).filter(
    ([field, value]) => !HIDDEN_FIELDS.includes(field) && !isRedundant(fields, field) && value !== null && value !== "",
  );
  const metadata = Object.entries({ ...(isObject(fields.metadata) ? fields.metadata : {}) });
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{facts}</h2>
      <dl className="facts">
        {rows.map(([field, value]) => (
          <div key={field}>
            <dt>{labels[field] ?? field}</dt>
            <dd>
              <FieldValue fields={fields} field={field} value={value} />
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

/** Fields that are hidden if their value equals that of one of the others. */
const REDUNDANT_FIELDS: readonly (readonly [field: string, others: readonly string[]])[] = [
  ["merchant_reference", ["reference"]],
  ["reference", ["id"]],
  ["amount_total", ["amount"]],
  ["updated_at", ["created_at", "completed_at", "processing_at", "disabled_at"]],
  ["type", ["event"]],
];

/** Whether another field has the same information. */
function isRedundant(item: Fields, field: string): boolean {
  const others = REDUNDANT_FIELDS.find(([name]) => name === field)?.[1];
  return (
    (others?.some((other) => item[other] === item[field]) ?? false) ||
    (field === "currency" && (item.amount !== undefined || item.total_amount !== undefined)) ||
    (field === "data" && item.event !== undefined) ||
    field === "initiated_at" ||
    field === "trxref" ||
    (field === "converted_amount" && item.converted_amount === item.amount)
  );
}

const TRANSLATED_FIELDS = ["type", "origin", "disabled_reason", "reserve_funds", "refund_bearer"];

interface FieldValueProps {
  readonly fields: Fields;
  readonly field: string;
  readonly value: unknown;
}

function FieldValue({ fields, field, value }: FieldValueProps) {
  const { yes, no } = useAccountMessages();
  const { kinds } = useMessages();
  const { language } = useLanguage();
  if (field.includes("amount") || field === "fee" || field === "total_fee")
    return <AmountOf amount={typeof value === "number" ? value : null} currency={textIn(fields, "currency")} />;
  if (/_(at|from)$/.test(field))
    return <Time at={textIn(fields, field)} is_future={isFutureField(field, textIn(fields, field))} />;
  if (typeof value === "boolean") return <>{value ? yes : no}</>;
  if (Array.isArray(value)) return <>{value.filter((one) => typeof one === "string").join(", ")}</>;
  if (isObject(value)) return <LinkedRecord linked={{ ...value }} />;
  const text = String(value);
  if (field === "country") return <>{new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(text)}</>;
  if (field === "channel") return <ChannelName id={text} />;
  if (field === "account_number") return <AccountNumber id={textIn(fields, "id")} number={text} />;
  if (field === "id") return <Copyable text={text} />;
  if (PARTY_FIELDS.includes(field)) return <PartyName id={text} />;
  if (recordPage(text) !== null) return <RecordLink text={text} />;
  if (/^https?:/.test(text)) return <Copyable text={text} />;
  const text_of_kind = TRANSLATED_FIELDS.includes(field)
    ? Object.entries(kinds).find(([name]) => name === text)?.[1]
    : undefined;
  if (text_of_kind !== undefined) return <>{text_of_kind}</>;
  return field === "phone" ? <PhoneNumber number={text} /> : text;
}

/** A linked record, by name if it has one. */
function LinkedRecord({ linked }: { readonly linked: Fields }) {
  const context = useMerchantContext();
  const [id, name] = [textIn(linked, "id"), textIn(linked, "name")];
  const page = recordPage(id);
  if (page === null) return <>{name || id || "–"}</>;
  return <Link to={context.pagePath(page)}>{name || id}</Link>;
}

/** The possible actions of a record as buttons, and the reasons why others are not possible. */
export function ActionButtons(props: {
  readonly page: keyof Messages["pages"];
  readonly item: RecordFields;
  readonly reload: () => void;
  /** Opens the form of an action that has one. */
  readonly onForm?: () => void;
  readonly children?: ReactNode;
}) {
  const messages = useMessages();
  const context = useMerchantContext();
  const [confirming, setConfirming] = useState<RecordAction | null>(null);
  const { error, run } = useAction();
  const actions = recordActions(props.page, props.item);
  const send = ({ run }: RecordAction): Promise<ApiResponse<unknown>> =>
    run(context.send, { "idempotency-key": crypto.randomUUID() });
  function begin(action: RecordAction): void {
    if (action.has_form) props.onForm?.();
    else if (action.is_final) setConfirming(action);
    else void run(() => send(action)).then(props.reload);
  }
  function end(action: RecordAction, is_done: boolean): void {
    setConfirming(null);
    if (!is_done) return;
    if (action.next_page === null) props.reload();
    else go(context.pagePath(action.next_page));
  }
  const reasonAgainst = (action: RecordAction) => (context.hasRight(action.right) ? action.blocked_by : "role");
  const possible = actions.filter((action) => reasonAgainst(action) === null);
  // Each reason appears once, even if it prevents several actions.
  const reasons = new Set(actions.map(reasonAgainst).filter((reason) => reason !== null));
  if (actions.length === 0 && !props.children) return null;
  return (
    <div className="actions">
      {props.children}
      {possible.map((action) => (
        <Button key={action.name} onClick={() => begin(action)}>
          {messages.actions[action.name]}
        </Button>
      ))}
      {[...reasons].map((reason) => (
        <p key={reason} className="quiet">
          {messages.why_not[reason]}
        </p>
      ))}
      {error}
      {confirming && (
        <ConfirmDialog
          title={messages.sure(messages.actions[confirming.name])}
          subject={[props.item.name, props.item.reference, props.item.url].find(Boolean) ?? undefined}
          hint={messages.sure_hint}
          button={messages.actions[confirming.name]}
          action={() => send(confirming)}
          onEnd={(is_done) => end(confirming, is_done)}
        />
      )}
    </div>
  );
}
