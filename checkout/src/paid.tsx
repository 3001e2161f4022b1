import { Button, ButtonLink } from "@kolo/ui/button.tsx";
import { useTexts } from "@kolo/ui/language.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import { useEffect, useState } from "react";
import type { Checkout } from "./checkout.ts";
import { Facts } from "./ending.tsx";
import { StepTitle } from "./shell.tsx";
import { TEXTS } from "./texts.ts";

interface PaidProps {
  readonly checkout: Checkout;
  readonly is_first: boolean;
}

/**
 * The page of a completed payment. Redirects to the merchant's page, unless the payer cancels that or has already been there.
 */
export function Paid({ checkout, is_first }: PaidProps) {
  const texts = useTexts(TEXTS);
  const { callback, business } = checkout;
  return (
    <section className="step">
      <div className="ending">
        <StatusShape kind="complete" />
        <StepTitle is_first={is_first}>{texts.paid_title}</StepTitle>
        <p>{texts.paid_to(business)}</p>
      </div>
      <Facts checkout={checkout} />
      {callback !== null && <WayBack callback={callback} business={business} />}
    </section>
  );
}

const STAY_S = 5;

function WayBack({ callback, business }: { readonly callback: string; readonly business: string }) {
  const texts = useTexts(TEXTS);
  const [left_s, setLeft] = useState<number | null>(() => (hasLeft() ? null : STAY_S));
  useEffect(() => {
    if (left_s === null) return;
    const timer = setTimeout(() => {
      if (left_s > 1) return setLeft(left_s - 1);
      setLeft(null);
      leave();
      location.replace(callback);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [left_s, callback]);
  const is_leaving = left_s !== null;
  return (
    <div className="way-back">
      <ButtonLink tone="main" href={callback} onClick={leave}>
        {texts.back_to(business)}
      </ButtonLink>
      <p className="hidden" role="status">
        {is_leaving && texts.going_back_soon(business)}
      </p>
      {is_leaving && (
        <p className="way-back-count">
          <span aria-hidden="true">{texts.going_back(left_s)}</span>
          <Button tone="quiet" onClick={() => setLeft(null)}>
            {texts.stay}
          </Button>
        </p>
      )}
    </div>
  );
}

// A payer who returns with the back button wants to see this page: do not redirect again.
function hasLeft(): boolean {
  return history.state === LEFT;
}

function leave(): void {
  history.replaceState(LEFT, "");
}

const LEFT = "went back";
