import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import type { CheckoutResult } from "#app/api.ts";
import type { Channel, Checkout } from "#app/checkout.ts";
import type { PaymentPoller } from "#app/payment-poller.ts";
import { parseTimeMs } from "#app/payment-state.ts";
import { StepTitle } from "#app/shell.tsx";
import { formatTimeLeft } from "#app/time-left.ts";
import { useServerClock } from "#app/use-checkout.ts";
import { type CheckoutMessages, failureText, MESSAGES } from "#i18n/messages.ts";
import { CancelPayment } from "./cancel-payment.tsx";
import { SandboxNumbers } from "./sandbox-numbers.tsx";
import type { Payer } from "./use-payer.ts";
import { channelChoices, type NumberValidation } from "./validate-number.ts";

interface PayFormProps {
  readonly checkout: Checkout;
  readonly clock_offset_ms: number;
  readonly is_offline: boolean;
  readonly is_first: boolean;
  readonly poller: PaymentPoller;
  readonly payer: Payer;
  readonly sum: string;
}

// Why the last submission failed, other than an invalid number. The next submission clears it.
type Problem = "too_often" | "not_sent" | "not_started";

/** The form for the number that pays. */
export function PayForm({ checkout, clock_offset_ms, is_offline, is_first, poller, payer, sum }: PayFormProps) {
  const messages = useTranslation(MESSAGES);
  const [is_busy, setBusy] = useState(false);
  const [field_error, setFieldError] = useState<NumberValidation["kind"] | "refused" | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const otp = useOtp(payer.e164);
  const field = useRef<HTMLInputElement | null>(null);
  const network_input = useRef<HTMLInputElement | null>(null);
  const is_mounted = useMounted();
  const channel_names = channelChoices(payer.channels)
    .filter(({ country }) => country === payer.country)
    .map(({ name }) => name)
    .join(messages.or);
  const { validation } = payer;

  function showFieldError(kind: NumberValidation["kind"] | "refused"): void {
    setFieldError(kind);
    if (kind === "undecided") network_input.current?.focus();
    else field.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (is_busy) return;
    setProblem(null);
    if (validation.kind !== "right") return showFieldError(validation.kind);
    setFieldError(null);
    setBusy(true);
    const result = await poller.pay(validation.channel.id, payer.e164, otp.code);
    if (result === null || !is_mounted.current) return;
    setBusy(false);
    if (result.kind === "refused" && result.fields.includes("otp")) otp.request();
    else if (result.kind === "refused" && result.fields.length > 0) showFieldError("refused");
    setProblem(problemOf(result));
  }

  if (payer.channels.length === 0) {
    return <CannotPay is_first={is_first} title={messages.no_channel_title} text={messages.no_channel(sum)} />;
  }
  if (checkout.tries_left === 0) {
    const text = `${messages.nothing_taken} ${messages.ask_again(checkout.business)}`;
    return <CannotPay is_first={is_first} title={messages.no_tries_title} text={text} />;
  }
  return (
    <section className="step">
      <StepTitle is_first={is_first}>{checkout.has_failed ? messages.again_title : messages.form_title}</StepTitle>
      {checkout.has_failed && <FailedAttempt text={failureText(messages, checkout.failure_code)} />}
      <form className="pay-form" noValidate onSubmit={(event) => void submit(event)}>
        {payer.countries.length > 1 && <CountryChoice payer={payer} />}
        <Field
          ref={field}
          id="phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={messages.number}
          help={messages.number_help(channel_names)}
          before={payer.calling_code === "" ? null : `+${payer.calling_code}`}
          after={payer.network_name === null ? null : <span aria-hidden="true">{payer.network_name}</span>}
          note={payer.network_name === null ? "" : messages.operator_note(payer.network_name)}
          error={field_error === "undecided" ? null : fieldErrorText(field_error, payer, channel_names, messages)}
          value={payer.number}
          format={payer.format}
          onValue={(text) => {
            payer.setNumber(text);
            setFieldError(null);
          }}
        />
        {"choices" in validation && validation.choices.length > 1 && (
          <ChannelChoice
            payer={payer}
            choices={validation.choices}
            is_wrong={field_error === "undecided"}
            first={network_input}
          />
        )}
        {otp.is_needed && <OtpField otp={otp} ussd={validation.kind === "right" ? validation.channel.ussd : null} />}
        <Button type="submit" tone="main" is_busy={is_busy}>
          {is_busy ? messages.paying : messages.pay(sum)}
        </Button>
        <p className="problem" role="alert">
          {problem !== null && !is_offline && messages[problem]}
        </p>
        <p className="fine">{messages.pin_note}</p>
      </form>
      <footer className="step-footer">
        <TimeToPay expires_at={checkout.expires_at} clock_offset_ms={clock_offset_ms} />
        <CancelPayment poller={poller} />
      </footer>
      {checkout.sandbox && <SandboxNumbers numbers={checkout.sandbox_numbers} payer={payer} />}
    </section>
  );
}

/** The one-time code of a number that needs one. The form asks for it once the service has answered that it does. */
interface Otp {
  readonly is_needed: boolean;
  /** Whether the service refused the code, and not only a missing one. */
  readonly is_wrong: boolean;
  readonly code: string;
  setCode(code: string): void;
  request(): void;
}

function useOtp(number: string): Otp {
  const empty = { number, code: "", is_wrong: false };
  const [asked, setAsked] = useState<typeof empty | null>(null);
  // A code belongs to its number.
  const current = asked?.number === number ? asked : null;
  return {
    is_needed: current !== null,
    is_wrong: current?.is_wrong ?? false,
    code: current?.code ?? "",
    setCode: (code) => setAsked({ ...empty, code }),
    request: () => setAsked(current === null ? empty : { ...current, is_wrong: true }),
  };
}

function OtpField({ otp, ussd }: { readonly otp: Otp; readonly ussd: string | null }) {
  const messages = useTranslation(MESSAGES);
  const input = useRef<HTMLInputElement | null>(null);
  // The field appears after a press of the button: the payer goes on in it.
  useEffect(() => input.current?.focus(), []);
  return (
    <Field
      ref={input}
      name="otp"
      inputMode="numeric"
      autoComplete="one-time-code"
      label={messages.otp}
      help={messages.otp_help(ussd)}
      error={otp.is_wrong ? messages.wrong.otp : null}
      value={otp.code}
      onValue={otp.setCode}
    />
  );
}

function problemOf(result: CheckoutResult<Checkout> | null): Problem | null {
  if (result?.kind === "later") return "too_often";
  if (result?.kind === "lost") return "not_sent";
  // A refusal without fields usually means that the payment has changed state; this form then disappears.
  return result?.kind === "refused" && result.fields.length === 0 ? "not_started" : null;
}

function CannotPay(props: { readonly is_first: boolean; readonly title: string; readonly text: string }) {
  return (
    <section className="step">
      <StepTitle is_first={props.is_first}>{props.title}</StepTitle>
      <p>{props.text}</p>
    </section>
  );
}

function fieldErrorText(
  field_error: NumberValidation["kind"] | "refused" | null,
  payer: Payer,
  channel_names: string,
  messages: CheckoutMessages,
): string | null {
  const { validation } = payer;
  if (field_error === null || field_error === "right" || field_error === "undecided") return null;
  if (field_error === "malformed") return messages.wrong.malformed(payer.number_form);
  if (field_error !== "not_served") return messages.wrong[field_error];
  return validation.kind === "not_served" ? messages.wrong.not_served(validation.network_name, channel_names) : null;
}

function FailedAttempt({ text }: { readonly text: string }) {
  const messages = useTranslation(MESSAGES);
  return (
    <div className="failed-try" role="alert">
      <StatusShape kind="failed" />
      <p>
        <strong>{messages.failed_try}</strong> {text}
      </p>
    </div>
  );
}

function CountryChoice({ payer }: { readonly payer: Payer }) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const region_names = new Intl.DisplayNames([language], { type: "region" });
  return (
    <div className="field">
      <label htmlFor="country">{messages.country}</label>
      <div className="field-frame">
        <select id="country" value={payer.country} onChange={(event) => payer.setCountry(event.currentTarget.value)}>
          {payer.countries.map((country) => (
            <option key={country} value={country}>
              {region_names.of(country) ?? country}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface ChannelChoiceProps {
  readonly payer: Payer;
  readonly choices: readonly Channel[];
  readonly is_wrong: boolean;
  /** The input that gets the focus if no channel is selected. */
  readonly first: Ref<HTMLInputElement>;
}

function ChannelChoice({ payer, choices, is_wrong, first }: ChannelChoiceProps) {
  const messages = useTranslation(MESSAGES);
  return (
    <fieldset className="operators" aria-describedby={is_wrong ? "operators-error" : undefined}>
      <legend className="legend">{messages.channel_choice}</legend>
      {choices.map((channel, at) => (
        <label key={channel.id} className="operator">
          <input
            ref={at === 0 ? first : null}
            type="radio"
            name="channel"
            value={channel.id}
            checked={payer.chosen === channel.id}
            onChange={() => payer.chooseChannel(channel.id)}
          />
          {channel.name}
        </label>
      ))}
      {is_wrong && (
        <p className="field-error" id="operators-error">
          {messages.wrong.undecided}
        </p>
      )}
    </fieldset>
  );
}

// The remaining time is shown only below this: a countdown of hours does not help the payer.
const SHOW_BELOW_MS = 15 * 60_000;

function TimeToPay({ expires_at, clock_offset_ms }: { readonly expires_at: string; readonly clock_offset_ms: number }) {
  const messages = useTranslation(MESSAGES);
  const left_ms = parseTimeMs(expires_at) - useServerClock(clock_offset_ms);
  if (left_ms > SHOW_BELOW_MS) return null;
  return (
    <p className="fine">
      {messages.time_to_pay} <span role="timer">{formatTimeLeft(left_ms)}</span>
    </p>
  );
}

function useMounted() {
  const is_mounted = useRef(true);
  useEffect(() => {
    is_mounted.current = true;
    return () => {
      is_mounted.current = false;
    };
  }, []);
  return is_mounted;
}
