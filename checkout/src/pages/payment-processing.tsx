import { ButtonLink } from "@kolo/ui/button.tsx";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { Phone } from "@kolo/ui/phone.tsx";
import { Status } from "@kolo/ui/status.tsx";
import type { Checkout } from "#app/checkout.ts";
import { parseTimeMs } from "#app/payment-state.ts";
import { StepTitle } from "#app/shell.tsx";
import { formatTimeLeft } from "#app/time-left.ts";
import { useServerClock } from "#app/use-checkout.ts";
import { MESSAGES } from "#i18n/messages.ts";

interface PaymentProcessingProps {
  readonly checkout: Checkout;
  readonly clock_offset_ms: number;
  readonly is_first: boolean;
  readonly sum: string;
}

// Longer than a payer needs to read the request and enter a PIN.
const LONG_MS = 60_000;

/** The step while the payer confirms on the phone: instructions, and the payment's state. */
export function PaymentProcessing({ checkout, clock_offset_ms, is_first, sum }: PaymentProcessingProps) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const now_ms = useServerClock(clock_offset_ms);
  const channel = checkout.channels.find(({ id }) => id === checkout.channel);
  const wallet_name = channel?.network === null && channel.routes.length === 0 ? channel.name : null;
  const network_name =
    wallet_name ?? ((channel?.network && checkout.network_names[channel.network]) || messages.your_operator);
  const left_ms = checkout.prompt_expires_at === null ? 0 : parseTimeMs(checkout.prompt_expires_at) - now_ms;
  const { action_url } = checkout;
  const is_long = checkout.processing_at !== null && now_ms - parseTimeMs(checkout.processing_at) > LONG_MS;
  return (
    <section className="step">
      <StepTitle is_first={is_first}>
        {action_url === null ? messages.waiting_title : messages.redirect_title(network_name)}
      </StepTitle>
      {action_url === null ? (
        <ol className="todo">
          <li>
            {messages.waiting_sent(network_name, sum)}{" "}
            <strong>
              <Phone number={checkout.phone ?? ""} calling_code={channel?.calling_code ?? ""} />
            </strong>
            . {messages.waiting_pin}
          </li>
          {channel?.ussd && (
            <li>
              {channel.instruction?.[language] ?? messages.waiting_dial} <DialLink code={channel.ussd} />
            </li>
          )}
        </ol>
      ) : (
        <>
          {channel?.instruction && channel.ussd === null && <p>{channel.instruction[language]}</p>}
          <ButtonLink tone="main" href={action_url}>
            {messages.redirect(sum)}
          </ButtonLink>
        </>
      )}
      <div className="progress">
        <Status kind="processing">{messages.waiting_status}</Status>
        {left_ms > 0 && (
          <span className="progress-time">
            <span className="progress-label">{messages.time_left}</span>{" "}
            <span role="timer">{formatTimeLeft(left_ms)}</span>
          </span>
        )}
      </div>
      <p className="caution" role="status" hidden={!is_long}>
        {is_long && messages.waiting_long}
      </p>
      <p className="fine">{messages.waiting_leave}</p>
    </section>
  );
}

/** A USSD code as a link that dials it, for a payer who opens the page on the phone. */
function DialLink({ code }: { readonly code: string }) {
  return (
    <a className="dial" href={`tel:${encodeURIComponent(code).replace(/%2A/gi, "*")}`}>
      {code}
    </a>
  );
}
