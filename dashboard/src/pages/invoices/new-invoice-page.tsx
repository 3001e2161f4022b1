import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer, ApiResponse } from "#app/api.ts";
import type { NewInvoice } from "#app/api-types.ts";
import { newSendAttempts, sendIdempotently } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { go, Link } from "#app/router.tsx";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useInvoiceMessages } from "#i18n/invoice-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { CheckboxField, DayField, Form, SelectField } from "#ui/form.tsx";
import { Heading } from "#ui/page-elements.tsx";
import {
  type InvoiceDraft,
  invoiceOf,
  NEW_INVOICE,
  NEW_PART,
  PARTS_MAX,
  type PartDraft,
  partField,
  REMINDER_DAYS,
  totalOf,
  validateInvoice,
} from "./invoice-draft.ts";

type Errors = Readonly<Record<string, string>>;

interface SectionProps {
  readonly draft: InvoiceDraft;
  readonly errors: Errors;
  readonly set: (change: Partial<InvoiceDraft>) => void;
}

/** The form for a new invoice. Its page then has the address to send to the payer. */
export function NewInvoicePage() {
  const messages = useFormMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const { currency } = context.business;
  const [draft, setDraft] = useState(NEW_INVOICE);
  const attempts = useRef(newSendAttempts<NewInvoice>());
  const set = (change: Partial<InvoiceDraft>): void => setDraft({ ...draft, ...change });
  async function send(): Promise<ApiResponse<Answer<"POST /{environment}/invoices">>> {
    const outcome = await sendIdempotently(attempts.current, invoiceOf(draft, context.business), (body, key) =>
      context.send("POST /{environment}/invoices", { body, headers: { "idempotency-key": key } }),
    );
    attempts.current = outcome.attempts;
    // If an earlier one was created and its answer lost, its page shows that.
    return outcome.sent.response;
  }
  return (
    <>
      <Link className="back" to={context.pagePath("/invoices")}>
        ← {pages.invoices}
      </Link>
      <Heading title={messages.starts.invoice} />
      <div className="narrow">
        <Form
          {...{ label: messages.starts.invoice, button: messages.starts.invoice, send }}
          check={() => validateInvoice(draft, currency, messages)}
          onDone={({ body }) => go(context.pagePath(`/invoices/${body.invoice.id}`))}
        >
          {(errors) => (
            <>
              <PayerFields {...{ draft, errors, set }} />
              <PartFields {...{ draft, errors, set }} />
              <ReminderFields {...{ draft, errors, set }} />
              <Field
                {...{ label: messages.optional(messages.fields.description), name: "description" }}
                {...{ value: draft.description, error: errors.description }}
                onValue={(description) => set({ description })}
              />
              <Field
                {...{ label: messages.optional(messages.fields.reference), name: "reference" }}
                {...{ value: draft.reference, error: errors.reference }}
                onValue={(reference) => set({ reference })}
              />
            </>
          )}
        </Form>
      </div>
    </>
  );
}

function PayerFields({ draft, errors, set }: SectionProps) {
  const messages = useInvoiceMessages();
  const { fields, optional } = useFormMessages();
  return (
    <fieldset className="form-section">
      <legend>{messages.payer}</legend>
      <Field
        {...{ label: optional(fields.name), name: "name", value: draft.name, error: errors.name }}
        onValue={(name) => set({ name })}
      />
      <Field
        {...{ label: fields.phone, help: messages.payer_help, name: "phone", value: draft.phone }}
        error={errors.phone ?? errors.customer}
        onValue={(phone) => set({ phone })}
      />
      <Field
        {...{ label: optional(fields.email), name: "email", value: draft.email, error: errors.email }}
        onValue={(email) => set({ email })}
      />
    </fieldset>
  );
}

function PartFields({ draft, errors, set }: SectionProps) {
  const messages = useInvoiceMessages();
  const { currency } = useMerchantContext().business;
  const { language } = useLanguage();
  const { parts, takes_any_part } = draft;
  const setPart = (changed: number, change: Partial<PartDraft>): void =>
    set({ parts: parts.map((part, index) => (index === changed ? { ...part, ...change } : part)) });
  return (
    <fieldset className="form-section">
      <legend>{messages.parts}</legend>
      {parts.map((part, index) => {
        const number = parts.length === 1 ? 0 : index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
          <div key={index} className="form-part">
            <AmountField
              {...{ label: messages.amount(number), name: partField(draft, index, "amount"), currency }}
              {...{ value: part.amount, error: errors[partField(draft, index, "amount")] }}
              onValue={(amount) => setPart(index, { amount })}
            />
            <DayField
              {...{ label: messages.due(number), name: partField(draft, index, "due_at") }}
              {...{ value: part.day, error: errors[partField(draft, index, "due_at")] }}
              onValue={(day) => setPart(index, { day })}
            />
            {parts.length > 1 && (
              <Button onClick={() => set({ parts: parts.filter((_, at) => at !== index) })}>
                {messages.remove_part(number)}
              </Button>
            )}
          </div>
        );
      })}
      {parts.length < PARTS_MAX && (
        <p className="actions">
          <Button onClick={() => set({ parts: [...parts, NEW_PART] })}>{messages.add_part}</Button>
        </p>
      )}
      {parts.length > 1 && (
        <p className="form-total" aria-live="polite">
          <strong>{messages.total(formatMoney(totalOf(draft, currency), currency, language))}</strong>
        </p>
      )}
      <CheckboxField
        {...{ label: messages.any_part, is_on: takes_any_part }}
        onChange={(is_on) => set({ takes_any_part: is_on })}
      />
      {takes_any_part && (
        <AmountField
          {...{ label: messages.minimum_part, name: "minimum_part", currency }}
          {...{ value: draft.minimum_part, error: errors.minimum_part }}
          onValue={(minimum_part) => set({ minimum_part })}
        />
      )}
    </fieldset>
  );
}

function ReminderFields({ draft, errors, set }: SectionProps) {
  const messages = useInvoiceMessages();
  const { environment } = useMerchantContext();
  const { reminders, language } = draft;
  return (
    <fieldset className="form-section">
      <legend>{messages.reminders}</legend>
      <p className="field-help">
        {messages.reminders_help} {environment === "test" && messages.reminders_test}
      </p>
      <div className="form-checks">
        {REMINDER_DAYS.map((days) => (
          <CheckboxField
            key={days}
            {...{ label: messages.days(days), is_on: reminders.includes(days) }}
            onChange={(is_on) =>
              set({ reminders: REMINDER_DAYS.filter((one) => (one === days ? is_on : reminders.includes(one))) })
            }
          />
        ))}
      </div>
      {reminders.length > 0 && (
        <SelectField
          {...{ label: messages.language, name: "language", value: language, error: errors.language }}
          options={(["", "fr", "en"] as const).map((one) => [one, messages.languages[one]] as const)}
          onValue={(value) => set({ language: value === "fr" || value === "en" ? value : "" })}
        />
      )}
    </fieldset>
  );
}
