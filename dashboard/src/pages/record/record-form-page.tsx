import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatAmount, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { lazy, Suspense, useRef, useState } from "react";
import type { ApiResponse, SuccessfulResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { recordOf } from "#app/records.ts";
import { go, Link } from "#app/router.tsx";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSplitMessages } from "#i18n/split-messages.ts";
import { Copyable } from "#ui/cells.tsx";
import { Form, SelectField } from "#ui/form.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import {
  bodyOf,
  draftOf,
  fieldsOf,
  isAmountField,
  isMasked,
  isNumberField,
  type RecordBody,
  type RecordDraft,
  type RecordForm,
  type StoredRecord,
  storedText,
  validateDraft,
} from "#ui/record-forms.ts";
import { type SplitDraft, splitOf, validateSplit } from "#ui/split-draft.ts";
import { type CreatedRecord, changeRecord, createRecord } from "./save-record.ts";

// Loaded lazily, so that the first page stays small.
const SplitFields = lazy(() => import("./split-fields.tsx"));

/** The form for a new payment, payment link, beneficiary, customer or account for withdrawals. */
export function NewRecordPage({ form }: { readonly form: RecordForm }) {
  const messages = useFormMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const [created, setCreated] = useState<CreatedRecord | null>(null);
  const title = messages.starts[form.label];
  const key = useRef(crypto.randomUUID());
  function done(record: CreatedRecord): void {
    if (form.page === "payments") setCreated(record);
    else go(context.pagePath(`/${form.page}/${record.id}`));
  }
  return (
    <>
      <Link className="back" to={context.pagePath(`/${form.page}`)}>
        ← {pages[form.page]}
      </Link>
      <Heading title={title} />
      <div className="narrow">
        {created ? (
          <PaymentCreated form={form} payment={created} />
        ) : (
          <RecordFields
            form={form}
            before={null}
            button={title}
            onChange={() => {
              key.current = crypto.randomUUID();
            }}
            send={(body) => createRecord(context.send, form.page, body, key.current)}
            onDone={({ body }) => done(body)}
          />
        )}
      </div>
    </>
  );
}

/** The form that changes a payment link, a beneficiary or a customer. */
export function EditRecordPage({ form, id }: { readonly form: RecordForm; readonly id: string }) {
  const messages = useFormMessages();
  const context = useMerchantContext();
  const path = `/${form.page}/${encodeURIComponent(id)}`;
  const page = form.page === "customers" || form.page === "payment-links" ? form.page : "beneficiaries";
  const read = `GET /{environment}/${page}/{id}` as const;
  const query = useApi(read, { params: { id } }, { is_form: true });
  const before = query.data && recordOf(query.data);
  return (
    <>
      <Link className="back" to={context.pagePath(path)}>
        ← {before?.name ?? id}
      </Link>
      <Heading
        title={messages.edits[form.label === "customer" || form.label === "link" ? form.label : "beneficiary"]}
      />
      <QueryState query={query} />
      {before && (
        <div className="narrow">
          <RecordFields
            form={form}
            before={before}
            button={messages.save}
            send={(body) => changeRecord(context.send, form.page, id, body)}
            onDone={() => go(context.pagePath(path))}
          />
        </div>
      )}
    </>
  );
}

interface RecordFieldsProps<Body> {
  readonly form: RecordForm;
  readonly before: StoredRecord | null;
  readonly button: string;
  readonly onChange?: () => void;
  readonly send: (body: RecordBody) => Promise<ApiResponse<Body>>;
  readonly onDone: (response: SuccessfulResponse<Body>) => void;
}

function RecordFields<Body>({ form, before, button, onChange, send, onDone }: RecordFieldsProps<Body>) {
  const messages = useFormMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const currency = storedText(before, "currency") || context.business.currency;
  const [draft, setDraft] = useState<RecordDraft>(() =>
    draftOf(form, before, (amount) => formatAmount(amount, currency, language)),
  );
  const [split, setSplit] = useState<SplitDraft | null>(null);
  const split_messages = useSplitMessages();
  const business = { currency, country: context.business.country };
  const amount = parseTypedAmount(draft.amount ?? "", currency);
  const order = { amount, is_open: form.page === "payment-links" && amount === null, currency };
  const set = (field: string) => (text: string) => {
    onChange?.();
    setDraft({ ...draft, [field]: text });
  };
  return (
    <Form
      label={button}
      button={button}
      check={() => ({
        ...validateDraft(form, draft, before, messages, currency),
        ...(split && validateSplit(split, order, { ...messages, ...split_messages })),
      })}
      send={() =>
        send({ ...bodyOf(form, draft, business, before === null), ...(split && { split: splitOf(split, currency) }) })
      }
      onDone={onDone}
    >
      {(errors) => (
        <>
          {fieldsOf(form, draft, before === null).map((field) => (
            <RecordField
              key={field}
              form={form}
              field={field}
              value={draft[field] ?? ""}
              stored={storedText(before, field)}
              error={errors[field]}
              currency={currency}
              onValue={set(field)}
            />
          ))}
          {before === null && form.has_split && context.hasRight("pay") && (
            <Suspense fallback={null}>
              <SplitFields
                {...{ split, order, errors }}
                onSplit={(changed) => {
                  onChange?.();
                  setSplit(changed);
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </Form>
  );
}

interface RecordFieldProps {
  readonly form: RecordForm;
  readonly field: RecordForm["fields"][number];
  readonly value: string;
  /** The stored value; empty for a new record. */
  readonly stored: string;
  readonly error: string | undefined;
  readonly currency: string;
  readonly onValue: (value: string) => void;
}

function RecordField({ form, field, value, stored, error, currency, onValue }: RecordFieldProps) {
  const messages = useFormMessages();
  const { kinds } = useMessages();
  const help_key = form.helps[field];
  const is_optional = !form.needed.includes(field) && !form.one_of.includes(field);
  const label = messages.fields[field];
  const common = {
    ...{ label: is_optional ? messages.optional(label) : label, error, name: field, value, onValue },
    help: isMasked(stored) ? messages.keeps(stored) : help_key && messages.helps[help_key],
  };
  if (field === "type") {
    return <SelectField {...common} options={form.types.map((type) => [type, kinds[type]] as const)} />;
  }
  if (isAmountField(field)) return <AmountField {...common} currency={currency} />;
  if (isNumberField(field)) return <Field {...common} inputMode="numeric" />;
  if (field === "phone") return <Field {...common} type="tel" inputMode="tel" />;
  if (field === "email") return <Field {...common} type="email" inputMode="email" />;
  return <Field {...common} />;
}

/** The payment page's URL: the merchant only has to send it to the payer. */
function PaymentCreated({ form, payment }: { readonly form: RecordForm; readonly payment: CreatedRecord }) {
  const messages = useFormMessages();
  const context = useMerchantContext();
  return (
    <>
      <Notice>
        <p>{messages.send_link}</p>
        <p>
          <Copyable text={payment.payment_url ?? ""} />
        </p>
      </Notice>
      <Link className="button button-main" to={context.pagePath(`/${form.page}/${payment.id}`)}>
        {messages.to_payment}
      </Link>
    </>
  );
}
