import { Button, ButtonLink } from "@kolo/ui/button.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import { useEffect, useState } from "react";
import type { Checkout } from "#app/checkout.ts";
import { StepTitle } from "#app/shell.tsx";
import { MESSAGES } from "#i18n/messages.ts";
import { InvoiceLink, PaymentDetails } from "./payment-ended.tsx";
import { Receipt } from "./receipt.tsx";

interface PaymentCompleteProps {
  readonly checkout: Checkout;
  readonly is_first: boolean;
}

/**
 * The page of a completed payment. Redirects to the merchant's page, unless the payer cancels the redirect or has
 * already been redirected.
 */
export function PaymentComplete({ checkout, is_first }: PaymentCompleteProps) {
  const messages = useTranslation(MESSAGES);
  const { callback, business } = checkout;
  const [is_staying, setStaying] = useState(false);
  return (
    <section className="step">
      <div className="ending">
        <StatusShape kind="complete" />
        <StepTitle is_first={is_first}>{messages.paid_title}</StepTitle>
        <p>{messages.paid_to(business)}</p>
      </div>
      <PaymentDetails checkout={checkout} />
      <InvoiceLink path={checkout.invoice_path} />
      <Receipt onUse={() => setStaying(true)} />
      {callback !== null && <ReturnToMerchant callback={callback} business={business} is_staying={is_staying} />}
    </section>
  );
}

const REDIRECT_AFTER_S = 5;

interface ReturnProps {
  readonly callback: string;
  readonly business: string;
  /** Whether the payer does something on this page, so that no redirect may interrupt it. */
  readonly is_staying: boolean;
}

function ReturnToMerchant({ callback, business, is_staying }: ReturnProps) {
  const messages = useTranslation(MESSAGES);
  const [seconds_left, setSecondsLeft] = useState<number | null>(() => (hasReturned() ? null : REDIRECT_AFTER_S));
  useEffect(() => {
    if (is_staying) setSecondsLeft(null);
  }, [is_staying]);
  useEffect(() => {
    if (seconds_left === null) return;
    const timer = setTimeout(() => {
      if (seconds_left > 1) return setSecondsLeft(seconds_left - 1);
      setSecondsLeft(null);
      markReturned();
      location.replace(callback);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [seconds_left, callback]);
  const is_redirecting = seconds_left !== null;
  return (
    <div className="way-back">
      <ButtonLink tone="main" href={callback} onClick={markReturned}>
        {messages.back_to(business)}
      </ButtonLink>
      <p className="hidden" role="status">
        {is_redirecting && messages.going_back_soon(business)}
      </p>
      {is_redirecting && (
        <p className="way-back-count">
          <span aria-hidden="true">{messages.going_back(seconds_left)}</span>
          <Button tone="quiet" onClick={() => setSecondsLeft(null)}>
            {messages.stay}
          </Button>
        </p>
      )}
    </div>
  );
}

// A payer who returns with the back button wants to see this page: do not redirect again.
function hasReturned(): boolean {
  return history.state === RETURNED_STATE;
}

function markReturned(): void {
  history.replaceState(RETURNED_STATE, "");
}

const RETURNED_STATE = "went back";
