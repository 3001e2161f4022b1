import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { ErrorSummary, Field } from "@kolo/ui/field.tsx";
import { formatMoney, type Language, readTypedAmount } from "@kolo/ui/format-money.ts";
import { groupPhone, nationalDigits } from "@kolo/ui/format-phone.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { type FormEvent, useRef, useState } from "react";
import { openLink } from "./api.ts";
import type { Link } from "./checkout.ts";
import { handNumber } from "./handed-number.ts";
import { type Fault, judgeLinkOrder } from "./link-order.ts";
import { StepTitle } from "./shell.tsx";
import { TEXTS, type Texts } from "./texts.ts";

interface LinkFormProps {
  readonly id: string;
  readonly link: Link;
  /** The service refused the payment without naming a field: the link may have been deactivated meanwhile. */
  readonly onRefused: () => void;
}

/** The form for the amount, if the payer chooses it, and the payer's number. The payment then has its own page. */
export function LinkForm({ id, link, onRefused }: LinkFormProps) {
  const texts = useTexts(TEXTS);
  const { language } = useLanguage();
  const [amount, setAmount] = useState("");
  const [number, setNumber] = useState("");
  const [name, setName] = useState("");
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [is_busy, setBusy] = useState(false);
  const [has_failed, setFailed] = useState(false);
  const form = useRef<HTMLFormElement | null>(null);

  function refuse(found: readonly Fault[]): void {
    setFaults(found);
    const first = found[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`#${first.field}`)?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (is_busy) return;
    setFailed(false);
    const order = {
      amount: link.amount === null ? readTypedAmount(amount, link.currency) : null,
      phone: `+${link.calling_code}${nationalDigits(number, link.calling_code)}`,
      name: name.trim(),
    };
    const found = judgeLinkOrder(order, link);
    refuse(found);
    if (found.length > 0) return;
    setBusy(true);
    const answer = await openLink(id, order);
    // The form stays busy until the browser leaves. `replace`: the back button must not lead to a second payment.
    if (answer.kind === "given") {
      handNumber(answer.value, order.phone);
      return location.replace(answer.value);
    }
    setBusy(false);
    const refused = answer.kind === "refused" ? faultsOf(answer.fields) : [];
    refuse(refused);
    setFailed(refused.length === 0);
    if (answer.kind === "refused" && refused.length === 0) onRefused();
  }

  const errors = faults.map((fault) => ({ field: fault.field, text: faultText(fault, link, texts, language) }));
  const textAt = (field: Fault["field"]) => errors.find((error) => error.field === field)?.text;
  return (
    <section className="step">
      <StepTitle is_first>{link.amount === null ? texts.link_open_title : texts.link_fixed_title}</StepTitle>
      <ErrorSummary title={texts.wrong_summary} errors={errors} />
      <form ref={form} className="pay-form" noValidate onSubmit={(event) => void submit(event)}>
        {link.amount === null && (
          <AmountField
            {...{ id: "amount", name: "amount", label: texts.link_amount, help: limitsText(link, texts, language) }}
            {...{ error: textAt("amount"), currency: link.currency, value: amount, onValue: setAmount }}
          />
        )}
        <Field
          id="phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={texts.number}
          help={texts.link_number_help}
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
          label={texts.link_name}
          help={texts.link_name_help(link.business)}
          error={textAt("name")}
          value={name}
          onValue={setName}
        />
        <Button type="submit" tone="main" is_busy={is_busy}>
          {texts.link_continue}
        </Button>
        <p className="problem" role="alert">
          {has_failed && texts.link_failed}
        </p>
      </form>
    </section>
  );
}

function faultsOf(fields: readonly string[]): readonly Fault[] {
  const faults: readonly Fault[] = [
    { field: "amount", kind: "out_of_range" },
    { field: "phone", kind: "refused" },
    { field: "name", kind: "too_long" },
  ];
  return faults.filter(({ field }) => fields.includes(field));
}

function faultText({ kind }: Fault, link: Link, texts: Texts, language: Language): string {
  if (kind === "too_long") return texts.wrong_name;
  if (kind === "empty" || kind === "refused") return texts.wrong[kind];
  if (kind === "malformed") return link.country === "CM" ? texts.wrong.malformed_cm : texts.wrong.malformed;
  const { minimum, maximum, currency } = link;
  if (kind === "missing" || minimum === null || maximum === null) return texts.wrong_amount;
  return texts.wrong_amount_between(formatMoney(minimum, currency, language), formatMoney(maximum, currency, language));
}

function limitsText({ minimum, maximum, currency }: Link, texts: Texts, language: Language): string | undefined {
  if (minimum === null || maximum === null) return undefined;
  return texts.link_amount_help(formatMoney(minimum, currency, language), formatMoney(maximum, currency, language));
}
