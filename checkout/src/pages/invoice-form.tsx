import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button, ButtonLink } from "@kolo/ui/button.tsx";
import { formatAmount, formatMoney, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { type FormEvent, useRef, useState } from "react";
import { createInvoicePayment } from "#app/api.ts";
import type { Invoice } from "#app/checkout.ts";
import { MESSAGES } from "#i18n/messages.ts";

interface InvoiceFormProps {
  readonly token: string;
  readonly invoice: Invoice;
  /** Called when the service refuses the payment: another payer may have paid meanwhile. */
  readonly onRefused: () => void;
}

/** The payments that are open already, and the buttons or the field for a new one. */
export function InvoiceForm({ token, invoice, onRefused }: InvoiceFormProps) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const { amounts, currency, next, open_payments, range } = invoice;
  const [is_busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<"failed" | "refused" | null>(null);
  // A second press in the same task sees the state before the first.
  const is_sending = useRef(false);

  async function pay(amount: bigint): Promise<void> {
    if (is_sending.current) return;
    is_sending.current = true;
    setBusy(true);
    setProblem(null);
    const result = await createInvoicePayment(token, amount);
    // The buttons stay busy until the browser leaves.
    if (result.kind === "success") return location.assign(result.value);
    is_sending.current = false;
    setBusy(false);
    setProblem(result.kind === "refused" ? "refused" : "failed");
    if (result.kind === "refused") onRefused();
  }

  const sumOf = (amount: bigint): string => formatMoney(amount, currency, language);
  const [first, ...others] = amounts;
  const last = others.at(-1);
  return (
    <div className="pay-form">
      {open_payments.map(({ path, amount }) => (
        <ButtonLink key={path} href={path}>
          {messages.invoice_continue(sumOf(amount))}
        </ButtonLink>
      ))}
      {range !== null && (
        <PartForm {...{ range, amounts, currency, is_busy }} first={next ?? range.maximum} onPay={pay} />
      )}
      {range === null && first !== undefined && (
        <Button tone="main" is_busy={is_busy} onClick={() => void pay(first)}>
          {messages.pay(sumOf(first))}
        </Button>
      )}
      {range === null && last !== undefined && (
        <Button is_busy={is_busy} onClick={() => void pay(last)}>
          {messages.invoice_pay_all(sumOf(last))}
        </Button>
      )}
      {range === null && first === undefined && (
        <p>{next === null ? messages.invoice_reserved : messages.no_channel(sumOf(next))}</p>
      )}
      <p className="problem" role="alert">
        {problem === "failed" && messages.link_failed}
        {problem === "refused" && messages.invoice_refused}
      </p>
    </div>
  );
}

interface PartFormProps {
  readonly range: { readonly minimum: bigint; readonly maximum: bigint };
  /** Exact amounts that may be paid, too, such as the small rest of an instalment. */
  readonly amounts: readonly bigint[];
  readonly first: bigint;
  readonly currency: string;
  readonly is_busy: boolean;
  readonly onPay: (amount: bigint) => Promise<void>;
}

/** The field for a free part, filled with the part that is due next. */
function PartForm({ range, amounts, first, currency, is_busy, onPay }: PartFormProps) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const [text, setText] = useState(() => formatAmount(first, currency, language));
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement | null>(null);
  const [minimum, maximum] = [range.minimum, range.maximum].map((one) => formatMoney(one, currency, language));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const amount = parseTypedAmount(text, currency);
    const is_valid =
      amount !== null && (amounts.includes(amount) || (amount >= range.minimum && amount <= range.maximum));
    setError(is_valid ? null : messages.wrong_amount_between(minimum ?? "", maximum ?? ""));
    if (is_valid) return onPay(amount);
    form.current?.querySelector<HTMLInputElement>("#amount")?.focus();
  }

  return (
    <form ref={form} className="pay-form" noValidate onSubmit={(event) => void submit(event)}>
      <AmountField
        id="amount"
        name="amount"
        label={messages.link_amount}
        help={messages.link_amount_help(minimum ?? "", maximum ?? "")}
        error={error ?? undefined}
        currency={currency}
        value={text}
        onValue={setText}
      />
      <Button type="submit" tone="main" is_busy={is_busy}>
        {messages.link_continue}
      </Button>
    </form>
  );
}
