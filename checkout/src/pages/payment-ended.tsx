import { ButtonLink } from "@kolo/ui/button.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { Phone } from "@kolo/ui/phone.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import type { Checkout } from "#app/checkout.ts";
import { parseTimeMs } from "#app/payment-state.ts";
import { StepTitle, TimeText } from "#app/shell.tsx";
import { failureText, MESSAGES } from "#i18n/messages.ts";

interface PaymentEndedProps {
  readonly checkout: Checkout;
  readonly status: "failed" | "canceled" | "expired";
  readonly is_first: boolean;
}

/** The page of a failed, canceled or expired payment: the reason, that no money was taken, and what to do next. */
export function PaymentEnded({ checkout, status, is_first }: PaymentEndedProps) {
  const messages = useTranslation(MESSAGES);
  const { business, callback } = checkout;
  const title = { failed: messages.failed_title, canceled: messages.canceled_title, expired: messages.expired_title }[
    status
  ];
  const has_reason = status === "failed" || checkout.failure_code !== null;
  return (
    <section className="step">
      <div className="ending">
        <StatusShape kind={status} />
        <StepTitle is_first={is_first}>{title}</StepTitle>
        <p>
          {status === "expired" && (
            <>
              {messages.open_until} <TimeText ms={parseTimeMs(checkout.expires_at)} />.{" "}
            </>
          )}
          {has_reason && `${failureText(messages, checkout.failure_code)} `}
          {messages.nothing_taken}
        </p>
        {checkout.invoice_path === null && <p className="ending-next">{messages.ask_again(business)}</p>}
      </div>
      <PaymentDetails checkout={checkout} />
      <InvoiceLink path={checkout.invoice_path} />
      {callback !== null && (
        <ButtonLink tone="main" href={callback}>
          {messages.back_to(business)}
        </ButtonLink>
      )}
    </section>
  );
}

/** A link to the payment's invoice, on which the payer pays the next part. */
export function InvoiceLink({ path }: { readonly path: string | null }) {
  const messages = useTranslation(MESSAGES);
  return path === null ? null : <ButtonLink href={path}>{messages.back_to_invoice}</ButtonLink>;
}

/** The details that the payer needs to contact the merchant about the payment. */
export function PaymentDetails({ checkout }: { readonly checkout: Checkout }) {
  const messages = useTranslation(MESSAGES);
  const channel = checkout.channels.find(({ id }) => id === checkout.channel);
  return (
    <dl className="facts">
      {checkout.status === "complete" && checkout.phone !== null && (
        <div>
          <dt>{messages.paid_with}</dt>
          <dd>
            <Phone number={checkout.phone} calling_code={channel?.calling_code ?? ""} />
          </dd>
        </div>
      )}
      {checkout.status === "complete" && checkout.processing_at !== null && (
        <div>
          <dt>{messages.paid_on}</dt>
          <dd>
            <TimeText ms={parseTimeMs(checkout.processing_at)} is_dated />
          </dd>
        </div>
      )}
      <div>
        <dt>{messages.reference_label}</dt>
        <dd className="reference">{checkout.reference}</dd>
      </div>
    </dl>
  );
}

/** The page for an unknown address. */
export function NotFound({ title, help }: { readonly title: string; readonly help: string }) {
  return (
    <section className="step step-alone">
      <div className="ending">
        <StatusShape kind="canceled" />
        <StepTitle is_first>{title}</StepTitle>
        <p>{help}</p>
      </div>
    </section>
  );
}
