import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { useRef } from "react";
import type { Checkout } from "./checkout.ts";
import { Absent, Ending } from "./ending.tsx";
import type { Following } from "./following.ts";
import { Paid } from "./paid.tsx";
import { PayForm } from "./pay-form.tsx";
import { Order, Shell, Skeleton } from "./shell.tsx";
import { TEXTS, type Texts } from "./texts.ts";
import { useCheckout } from "./use-checkout.ts";
import { usePayer } from "./use-payer.ts";
import { Waiting } from "./waiting.tsx";

/** One payment, from the number to the end; each status has its own step. */
export function PaymentPage({ token }: { readonly token: string }) {
  const texts = useTexts(TEXTS);
  const { known, following } = useCheckout(token);
  const { checkout, is_absent, is_lost } = known;
  const { language } = useLanguage();
  if (is_absent && checkout === null) {
    return (
      <Shell is_test={false} business={null} title={texts.titles.absent} is_lost={is_lost}>
        <Absent title={texts.absent_title} help={texts.absent_help} />
      </Shell>
    );
  }
  if (checkout === null || following === null) {
    return (
      <Shell is_test={false} business={null} title={null} is_lost={is_lost}>
        <Skeleton />
      </Shell>
    );
  }
  const sum = formatMoney(checkout.amount, checkout.currency, language);
  return (
    <Shell
      is_test={checkout.sandbox}
      business={checkout.business}
      title={titleOf(checkout, texts, sum)}
      is_lost={is_lost}
    >
      <Order amount={checkout.amount} currency={checkout.currency} description={checkout.description} />
      <Step checkout={checkout} ahead_ms={known.ahead_ms} is_lost={is_lost} following={following} sum={sum} />
    </Shell>
  );
}

interface StepProps {
  readonly checkout: Checkout;
  readonly ahead_ms: number;
  readonly is_lost: boolean;
  readonly following: Following;
  readonly sum: string;
}

function Step({ checkout, ahead_ms, is_lost, following, sum }: StepProps) {
  const payer = usePayer(checkout);
  const first = useRef(checkout.status);
  const has_moved = useRef(false);
  // The first step must not move the focus; each later one takes it.
  if (checkout.status !== first.current) has_moved.current = true;
  const is_first = !has_moved.current;
  switch (checkout.status) {
    case "pending":
      return (
        <PayForm
          checkout={checkout}
          ahead_ms={ahead_ms}
          is_lost={is_lost}
          is_first={is_first}
          following={following}
          payer={payer}
          sum={sum}
        />
      );
    case "processing":
      return <Waiting checkout={checkout} ahead_ms={ahead_ms} is_first={is_first} sum={sum} />;
    case "complete":
      return <Paid checkout={checkout} is_first={is_first} />;
    case "failed":
    case "canceled":
    case "expired":
      return <Ending checkout={checkout} status={checkout.status} is_first={is_first} />;
    default:
      return checkout.status satisfies never;
  }
}

function titleOf({ status }: Checkout, texts: Texts, sum: string): string {
  switch (status) {
    case "pending":
      return texts.titles.form(sum);
    case "processing":
      return texts.titles.waiting;
    default:
      return texts.titles[status];
  }
}
