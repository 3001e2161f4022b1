import { ButtonLink } from "@kolo/ui/button.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status, StatusShape } from "@kolo/ui/status.tsx";
import { useEffect } from "react";
import { loadInvoice } from "#app/api.ts";
import type { Instalment, Invoice } from "#app/checkout.ts";
import { parseTimeMs } from "#app/payment-state.ts";
import { OrderSummary, Shell, StepTitle } from "#app/shell.tsx";
import { useLoaded } from "#app/use-loaded.ts";
import { MESSAGES } from "#i18n/messages.ts";
import { InvoiceForm } from "./invoice-form.tsx";
import { AbsentPage, LoadingPage } from "./unloaded-page.tsx";

/** The page of an invoice: what is left, when it is due, and the next part to pay. Each part has its own payment page. */
export function InvoicePage({ token }: { readonly token: string }) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const { value: invoice, is_absent, is_offline, reload } = useLoaded(token, loadInvoice);
  // The back button shows the page as it was left: before the payment.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  if (is_absent) return <AbsentPage />;
  if (invoice === null) return <LoadingPage is_offline={is_offline} />;
  const { amount, amount_paid, currency, status } = invoice;
  const is_over = status === "paid" || status === "canceled";
  const left = amount - amount_paid;
  const sum = formatMoney(is_over ? amount : left, currency, language);
  return (
    <Shell
      is_test={invoice.sandbox}
      business={invoice.business}
      brand={invoice.brand}
      title={is_over ? messages.titles.invoice : messages.titles.form(sum)}
      is_offline={is_offline}
    >
      <OrderSummary
        label={is_over ? messages.invoice_amount : messages.invoice_left}
        amount={is_over ? amount : left}
        currency={currency}
        description={invoice.description}
      />
      {!is_over && amount_paid > 0n && (
        <p className="order-more">
          {messages.invoice_paid_of(
            formatMoney(amount_paid, currency, language),
            formatMoney(amount, currency, language),
          )}
        </p>
      )}
      <InvoiceStep invoice={invoice} token={token} onRefused={reload} />
    </Shell>
  );
}

interface InvoiceStepProps {
  readonly invoice: Invoice;
  readonly token: string;
  readonly onRefused: () => void;
}

function InvoiceStep({ invoice, token, onRefused }: InvoiceStepProps) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const { business, callback, status, amount_overdue, currency } = invoice;
  const is_paid = status === "paid";
  if (is_paid || status === "canceled") {
    return (
      <section className="step">
        <div className="ending">
          <StatusShape kind={is_paid ? "complete" : "canceled"} />
          <StepTitle is_first>{is_paid ? messages.invoice_paid_title : messages.invoice_canceled_title}</StepTitle>
          <p>{is_paid ? messages.paid_to(business) : messages.invoice_canceled_help(business)}</p>
        </div>
        <DueDates invoice={invoice} />
        {callback !== null && (
          <ButtonLink tone="main" href={callback}>
            {messages.back_to(business)}
          </ButtonLink>
        )}
      </section>
    );
  }
  return (
    <section className="step">
      <StepTitle is_first>{messages.invoice_title}</StepTitle>
      {amount_overdue > 0n && (
        <p className="caution">{messages.invoice_overdue(formatMoney(amount_overdue, currency, language))}</p>
      )}
      <DueDates invoice={invoice} />
      <InvoiceForm token={token} invoice={invoice} onRefused={onRefused} />
    </section>
  );
}

/** The instalments with their due dates and what is left of each, and the reference to name to the merchant. */
function DueDates({ invoice }: { readonly invoice: Invoice }) {
  const messages = useTranslation(MESSAGES);
  return (
    <dl className="facts">
      {invoice.instalments.map((part) => (
        <div key={part.due_at}>
          <dt>
            <DueDate part={part} time_zone={invoice.time_zone} />
          </dt>
          <dd className="due-part">
            <Money amount={part.amount} currency={invoice.currency} />
            <PartStatus part={part} invoice={invoice} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{messages.reference_label}</dt>
        <dd className="reference">{invoice.reference}</dd>
      </div>
    </dl>
  );
}

function DueDate({ part, time_zone }: { readonly part: Instalment; readonly time_zone: string }) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const day = formatDate(parseTimeMs(part.due_at), language === "fr" ? "fr" : "en-GB", {
    ...{ day: "numeric", month: "long", year: "numeric", timeZone: time_zone },
  });
  return (
    <>
      {messages.invoice_due} <time dateTime={part.due_at}>{day}</time>
    </>
  );
}

function PartStatus({ part, invoice }: { readonly part: Instalment; readonly invoice: Invoice }) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const left = part.amount - part.amount_paid;
  if (left === 0n) return <Status kind="complete">{messages.titles.complete}</Status>;
  if (invoice.status === "canceled") return null;
  if (parseTimeMs(part.due_at) <= parseTimeMs(invoice.now)) {
    return <Status kind="failed">{messages.invoice_part_overdue}</Status>;
  }
  if (part.amount_paid === 0n) return null;
  return <Status kind="processing">{messages.invoice_part_left(formatMoney(left, invoice.currency, language))}</Status>;
}
