import { Button } from "@kolo/ui/button.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useEffect, useRef, useState } from "react";
import type { PaymentPoller } from "#app/payment-poller.ts";
import { MESSAGES } from "#i18n/messages.ts";

/** The button that cancels the payment. It asks for confirmation, because a cancellation is final. */
export function CancelPayment({ poller }: { readonly poller: PaymentPoller }) {
  const messages = useTranslation(MESSAGES);
  const [is_confirming, setConfirming] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const keep_button = useRef<HTMLButtonElement | null>(null);
  const cancel_button = useRef<HTMLButtonElement | null>(null);
  const was_confirming = useRef(false);
  useEffect(() => {
    if (is_confirming) keep_button.current?.focus();
    else if (was_confirming.current) cancel_button.current?.focus();
    was_confirming.current = is_confirming;
  }, [is_confirming]);

  async function cancel(): Promise<void> {
    setBusy(true);
    await poller.cancel();
    setBusy(false);
  }

  if (!is_confirming) {
    return (
      <Button ref={cancel_button} tone="quiet" onClick={() => setConfirming(true)}>
        {messages.cancel}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group holds a question and two buttons, no form fields
    <div className="cancel" role="group" aria-labelledby="cancel-question">
      <p id="cancel-question">{messages.cancel_question}</p>
      <div className="cancel-answers">
        <Button ref={keep_button} onClick={() => setConfirming(false)}>
          {messages.cancel_no}
        </Button>
        <Button is_busy={is_busy} onClick={() => void cancel()}>
          {messages.cancel_yes}
        </Button>
      </div>
    </div>
  );
}
