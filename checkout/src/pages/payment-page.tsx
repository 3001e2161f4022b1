import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { useRef } from "react";
import type { Checkout } from "#app/checkout.ts";
import type { PaymentPoller } from "#app/payment-poller.ts";
import { OrderSummary, Shell } from "#app/shell.tsx";
import { useCheckout } from "#app/use-checkout.ts";
import { type CheckoutMessages, MESSAGES } from "#i18n/messages.ts";
import { PayForm } from "./pay-form.tsx";
import { PaymentComplete } from "./payment-complete.tsx";
import { NotFound, PaymentEnded } from "./payment-ended.tsx";
import { PaymentProcessing } from "./payment-processing.tsx";
import { LoadingPage } from "./unloaded-page.tsx";
import { usePayer } from "./use-payer.ts";

/** The page of one payment. Each status has its own step. */
export function PaymentPage({ token }: { readonly token: string }) {
  const messages = useTranslation(MESSAGES);
  const { state, poller } = useCheckout(token);
  const { checkout, is_absent, is_offline } = state;
  const { language } = useLanguage();
  if (is_absent && checkout === null) {
    return (
      <Shell is_test={false} business={null} title={messages.titles.absent} is_offline={is_offline}>
        <NotFound title={messages.absent_title} help={messages.absent_help} />
      </Shell>
    );
  }
  if (checkout === null || poller === null) return <LoadingPage is_offline={is_offline} />;
  const sum = formatMoney(checkout.amount, checkout.currency, language);
  return (
    <Shell
      is_test={checkout.sandbox}
      business={checkout.business}
      brand={checkout.brand}
      title={titleOf(checkout, messages, sum)}
      is_offline={is_offline}
    >
      <OrderSummary amount={checkout.amount} currency={checkout.currency} description={checkout.description} />
      <PaymentStep
        checkout={checkout}
        clock_offset_ms={state.clock_offset_ms}
        is_offline={is_offline}
        poller={poller}
        sum={sum}
      />
    </Shell>
  );
}

interface PaymentStepProps {
  readonly checkout: Checkout;
  readonly clock_offset_ms: number;
  readonly is_offline: boolean;
  readonly poller: PaymentPoller;
  readonly sum: string;
}

function PaymentStep({ checkout, clock_offset_ms, is_offline, poller, sum }: PaymentStepProps) {
  const payer = usePayer(checkout);
  const first_status = useRef(checkout.status);
  const has_changed = useRef(false);
  // Only a change of status moves the focus; the step shown at page load does not.
  if (checkout.status !== first_status.current) has_changed.current = true;
  const is_first = !has_changed.current;
  switch (checkout.status) {
    case "pending":
      return (
        <PayForm
          checkout={checkout}
          clock_offset_ms={clock_offset_ms}
          is_offline={is_offline}
          is_first={is_first}
          poller={poller}
          payer={payer}
          sum={sum}
        />
      );
    case "processing":
      return <PaymentProcessing checkout={checkout} clock_offset_ms={clock_offset_ms} is_first={is_first} sum={sum} />;
    case "complete":
      return <PaymentComplete checkout={checkout} is_first={is_first} />;
    case "failed":
    case "canceled":
    case "expired":
      return <PaymentEnded checkout={checkout} status={checkout.status} is_first={is_first} />;
    default:
      return checkout.status satisfies never;
  }
}

function titleOf({ status }: Checkout, messages: CheckoutMessages, sum: string): string {
  switch (status) {
    case "pending":
      return messages.titles.form(sum);
    case "processing":
      return messages.titles.waiting;
    default:
      return messages.titles[status];
  }
}
