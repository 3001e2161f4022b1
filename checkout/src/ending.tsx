import { ButtonLink } from "@kolo/ui/button.tsx";
import { useTexts } from "@kolo/ui/language.tsx";
import { Phone } from "@kolo/ui/phone.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import type { Checkout } from "./checkout.ts";
import { instantMs } from "./follow.ts";
import { Moment, StepTitle } from "./shell.tsx";
import { failureText, TEXTS } from "./texts.ts";

interface EndingProps {
  readonly checkout: Checkout;
  readonly status: "failed" | "canceled" | "expired";
  readonly is_first: boolean;
}

/** The end of a payment without money: what happened, what did not, and what to do next. */
export function Ending({ checkout, status, is_first }: EndingProps) {
  const texts = useTexts(TEXTS);
  const { business, callback } = checkout;
  const title = { failed: texts.failed_title, canceled: texts.canceled_title, expired: texts.expired_title }[status];
  const says_why = status === "failed" || checkout.failure_code !== null;
  return (
    <section className="step">
      <div className="ending">
        <StatusShape kind={status} />
        <StepTitle is_first={is_first}>{title}</StepTitle>
        <p>
          {status === "expired" && (
            <>
              {texts.open_until} <Moment ms={instantMs(checkout.expires_at)} />.{" "}
            </>
          )}
          {says_why && `${failureText(texts, checkout.failure_code)} `}
          {texts.nothing_taken}
        </p>
        <p className="ending-next">{texts.ask_again(business)}</p>
      </div>
      <Facts checkout={checkout} />
      {callback !== null && (
        <ButtonLink tone="main" href={callback}>
          {texts.back_to(business)}
        </ButtonLink>
      )}
    </section>
  );
}

/** The details that the payer may need for a later question. */
export function Facts({ checkout }: { readonly checkout: Checkout }) {
  const texts = useTexts(TEXTS);
  const channel = checkout.channels.find(({ id }) => id === checkout.channel);
  return (
    <dl className="facts">
      {checkout.status === "complete" && checkout.phone !== null && (
        <div>
          <dt>{texts.paid_with}</dt>
          <dd>
            <Phone number={checkout.phone} calling_code={channel?.calling_code ?? ""} />
          </dd>
        </div>
      )}
      {checkout.status === "complete" && checkout.processing_at !== null && (
        <div>
          <dt>{texts.paid_on}</dt>
          <dd>
            <Moment ms={instantMs(checkout.processing_at)} is_dated />
          </dd>
        </div>
      )}
      <div>
        <dt>{texts.reference_label}</dt>
        <dd className="reference">{checkout.reference}</dd>
      </div>
    </dl>
  );
}

/** The page for an unknown address. */
export function Absent({ title, help }: { readonly title: string; readonly help: string }) {
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
