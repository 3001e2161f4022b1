import { Button } from "@kolo/ui/button.tsx";
import { useTexts } from "@kolo/ui/language.tsx";
import { useEffect, useRef, useState } from "react";
import type { Following } from "./following.ts";
import { TEXTS } from "./texts.ts";

/** Asks for confirmation, because a cancellation is final. */
export function CancelPayment({ following }: { readonly following: Following }) {
  const texts = useTexts(TEXTS);
  const [is_asking, ask] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const keep = useRef<HTMLButtonElement | null>(null);
  const start = useRef<HTMLButtonElement | null>(null);
  const was_asking = useRef(false);
  useEffect(() => {
    if (is_asking) keep.current?.focus();
    else if (was_asking.current) start.current?.focus();
    was_asking.current = is_asking;
  }, [is_asking]);

  async function cancel(): Promise<void> {
    setBusy(true);
    await following.cancel();
    setBusy(false);
  }

  if (!is_asking) {
    return (
      <Button ref={start} tone="quiet" onClick={() => ask(true)}>
        {texts.cancel}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group holds a question and two buttons, no form fields
    <div className="cancel" role="group" aria-labelledby="cancel-question">
      <p id="cancel-question">{texts.cancel_question}</p>
      <div className="cancel-answers">
        <Button ref={keep} onClick={() => ask(false)}>
          {texts.cancel_no}
        </Button>
        <Button is_busy={is_busy} onClick={() => void cancel()}>
          {texts.cancel_yes}
        </Button>
      </div>
    </div>
  );
}
