import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { ErrorSummary, Field } from "@kolo/ui/field.tsx";
import { formatMoney, type Language, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { groupPhone, nationalDigits } from "@kolo/ui/format-phone.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { type FormEvent, useRef, useState } from "react";
import { createLinkPayment } from "#app/api.ts";
import type { Link } from "#app/checkout.ts";
import { storeHandoffNumber } from "#app/phone-handoff.ts";
import { StepTitle } from "#app/shell.tsx";
import { type CheckoutMessages, MESSAGES } from "#i18n/messages.ts";
import { type LinkFieldError, validateLinkOrder } from "./validate-link-order.ts";

interface LinkFormProps {
  readonly id: string;
  readonly link: Link;
  /** Called when the service refuses the payment: the link may have been deactivated, or may take less now. */
  readonly onRefused: () => void;
}

/** The form for the amount, if the payer chooses it, and the payer's number. The payment then has its own page. */
export function LinkForm({ id, link, onRefused }: LinkFormProps) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const [amount, setAmount] = useState("");
  const [number, setNumber] = useState("");
  const [name, setName] = useState("");
  const [field_errors, setFieldErrors] = useState<readonly LinkFieldError[]>([]);
  const [is_busy, setBusy] = useState(false);
  const [has_failed, setFailed] = useState(false);
  const form = useRef<HTMLFormElement | null>(null);

  function showErrors(next_errors: readonly LinkFieldError[]): void {
    setFieldErrors(next_errors);
    const first = next_errors[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`#${first.field}`)?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (is_busy) return;
    setFailed(false);
    const order = {
      amount: link.amount === null ? parseTypedAmount(amount, link.currency) : null,
      phone: `+${link.calling_code}${nationalDigits(number, link.calling_code)}`,
      name: name.trim(),
    };
    const validation_errors = validateLinkOrder(order, link);
    showErrors(validation_errors);
    if (validation_errors.length > 0) return;
    setBusy(true);
    const result = await createLinkPayment(id, order);
    // The form stays busy until the browser leaves. `replace`: the back button must not lead to a second payment.
    if (result.kind === "success") {
      storeHandoffNumber(result.value, order.phone);
      return location.replace(result.value);
    }
    setBusy(false);
    const server_errors = result.kind === "refused" ? fieldErrorsOf(result.fields) : [];
    showErrors(server_errors);
    setFailed(server_errors.length === 0);
    if (result.kind === "refused") onRefused();
  }

  const errors = field_errors.map((field_error) => ({
    field: field_error.field,
    text: errorText(field_error, link, messages, language),
  }));
  const textAt = (field: LinkFieldError["field"]) => errors.find((error) => error.field === field)?.text;
  return (
    <section className="step">
      <StepTitle is_first>{link.amount === null ? messages.link_open_title : messages.link_fixed_title}</StepTitle>
      <ErrorSummary title={messages.wrong_summary} errors={errors} />
      <form ref={form} className="pay-form" noValidate onSubmit={(event) => void submit(event)}>
        {link.amount === null && (
          <AmountField
            {...{
              id: "amount",
              name: "amount",
              label: messages.link_amount,
              help: limitsText(link, messages, language),
            }}
            {...{ error: textAt("amount"), currency: link.currency, value: amount, onValue: setAmount }}
          />
        )}
        <Field
          id="phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={messages.number}
          help={messages.link_number_help}
          before={`+${link.calling_code}`}
          error={textAt("phone")}
          value={number}
          format={(text) => groupPhone(nationalDigits(text, link.calling_code), link.calling_code)}
          onValue={setNumber}
        />
        <Field
          id="name"
          name="name"
          autoComplete="name"
          label={messages.link_name}
          help={messages.link_name_help(link.business)}
          error={textAt("name")}
          value={name}
          onValue={setName}
        />
        <Button type="submit" tone="main" is_busy={is_busy}>
          {messages.link_continue}
        </Button>
        <p className="problem" role="alert">
          {has_failed && messages.link_failed}
        </p>
      </form>
    </section>
  );
}

function fieldErrorsOf(fields: readonly string[]): readonly LinkFieldError[] {
  const field_errors: readonly LinkFieldError[] = [
    { field: "amount", kind: "out_of_range" },
    { field: "phone", kind: "refused" },
    { field: "name", kind: "too_long" },
  ];
  return field_errors.filter(({ field }) => fields.includes(field));
}

function errorText({ kind }: LinkFieldError, link: Link, messages: CheckoutMessages, language: Language): string {
  if (kind === "too_long") return messages.wrong_name;
  if (kind === "empty" || kind === "refused") return messages.wrong[kind];
  if (kind === "malformed") return messages.wrong.malformed(link.mobile_numbers);
  const { minimum, maximum, currency } = link;
  if (kind === "missing" || minimum === null || maximum === null) return messages.wrong_amount;
  return messages.wrong_amount_between(
    formatMoney(minimum, currency, language),
    formatMoney(maximum, currency, language),
  );
}

function limitsText(
  { minimum, maximum, currency }: Link,
  messages: CheckoutMessages,
  language: Language,
): string | undefined {
  if (minimum === null || maximum === null) return undefined;
  return messages.link_amount_help(formatMoney(minimum, currency, language), formatMoney(maximum, currency, language));
}
