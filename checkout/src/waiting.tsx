import { useTexts } from "@kolo/ui/language.tsx";
import { Phone } from "@kolo/ui/phone.tsx";
import { Status } from "@kolo/ui/status.tsx";
import type { Checkout } from "./checkout.ts";
import { instantMs } from "./follow.ts";
import { StepTitle } from "./shell.tsx";
import { operatorName, TEXTS } from "./texts.ts";
import { formatTimeLeft } from "./time-left.ts";
import { useServerClock } from "./use-checkout.ts";

interface WaitingProps {
  readonly checkout: Checkout;
  readonly ahead_ms: number;
  readonly is_first: boolean;
  readonly sum: string;
}

// Longer than a payer needs to read the request and enter a PIN.
const LONG_MS = 60_000;

/** The instructions for the phone, and the state of the payment meanwhile. */
export function Waiting({ checkout, ahead_ms, is_first, sum }: WaitingProps) {
  const texts = useTexts(TEXTS);
  const now_ms = useServerClock(ahead_ms);
  const channel = checkout.channels.find(({ id }) => id === checkout.channel);
  const operator = channel?.operator ? operatorName(channel.operator) : texts.your_operator;
  const left_ms = instantMs(checkout.expires_at) - now_ms;
  const is_long = checkout.processing_at !== null && now_ms - instantMs(checkout.processing_at) > LONG_MS;
  return (
    <section className="step">
      <StepTitle is_first={is_first}>{texts.waiting_title}</StepTitle>
      <ol className="todo">
        <li>
          {texts.waiting_sent(operator, sum)}{" "}
          <strong>
            <Phone number={checkout.phone ?? ""} calling_code={channel?.calling_code ?? ""} />
          </strong>
          . {texts.waiting_pin}
        </li>
        {channel?.ussd && (
          <li>
            {texts.waiting_dial} <Dial code={channel.ussd} />
          </li>
        )}
      </ol>
      <div className="progress">
        <Status kind="processing">{texts.waiting_status}</Status>
        {left_ms > 0 && (
          <span className="progress-time">
            <span className="progress-label">{texts.time_left}</span>{" "}
            <span role="timer">{formatTimeLeft(left_ms)}</span>
          </span>
        )}
      </div>
      <p className="caution" role="status" hidden={!is_long}>
        {is_long && texts.waiting_long}
      </p>
      <p className="fine">{texts.waiting_leave}</p>
    </section>
  );
}

/** A USSD code as a link that dials it, for a payer who opens the page on the phone. */
function Dial({ code }: { readonly code: string }) {
  return (
    <a className="dial" href={`tel:${encodeURIComponent(code).replace(/%2A/gi, "*")}`}>
      {code}
    </a>
  );
}
