import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { CancelPayment } from "./cancel-payment.tsx";
import type { Channel, Checkout } from "./checkout.ts";
import { instantMs } from "./follow.ts";
import type { Following } from "./following.ts";
import { choicesOf, type Judgement } from "./number.ts";
import { SandboxNumbers } from "./sandbox-numbers.tsx";
import { StepTitle } from "./shell.tsx";
import { failureText, operatorName, TEXTS, type Texts } from "./texts.ts";
import { formatTimeLeft } from "./time-left.ts";
import { useServerClock } from "./use-checkout.ts";
import type { Payer } from "./use-payer.ts";

interface PayFormProps {
  readonly checkout: Checkout;
  readonly ahead_ms: number;
  readonly is_lost: boolean;
  readonly is_first: boolean;
  readonly following: Following;
  readonly payer: Payer;
  readonly sum: string;
}

// The failure of the last press, other than a wrong number; the next press clears it.
type Problem = "too_often" | "not_sent" | "not_started";

/** The form for the number that pays. */
export function PayForm({ checkout, ahead_ms, is_lost, is_first, following, payer, sum }: PayFormProps) {
  const texts = useTexts(TEXTS);
  const [is_busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Judgement["kind"] | "refused" | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const field = useRef<HTMLInputElement | null>(null);
  const operator = useRef<HTMLInputElement | null>(null);
  const is_mounted = useMounted();
  const names = choicesOf(payer.channels)
    .filter(({ country }) => country === payer.country)
    .map(({ name }) => name)
    .join(texts.or);
  const { judgement } = payer;

  function refuse(kind: Judgement["kind"] | "refused"): void {
    setWrong(kind);
    if (kind === "undecided") operator.current?.focus();
    else field.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (is_busy) return;
    setProblem(null);
    if (judgement.kind !== "right") return refuse(judgement.kind);
    setWrong(null);
    setBusy(true);
    const answer = await following.pay(judgement.channel.id, payer.e164);
    if (answer === null || !is_mounted.current) return;
    setBusy(false);
    if (answer?.kind === "refused" && answer.fields.length > 0) refuse("refused");
    setProblem(problemOf(answer));
  }

  if (payer.channels.length === 0) {
    return <Impossible is_first={is_first} title={texts.no_channel_title} text={texts.no_channel(sum)} />;
  }
  if (checkout.tries_left === 0) {
    const text = `${texts.nothing_taken} ${texts.ask_again(checkout.business)}`;
    return <Impossible is_first={is_first} title={texts.no_tries_title} text={text} />;
  }
  return (
    <section className="step">
      <StepTitle is_first={is_first}>{checkout.has_failed ? texts.again_title : texts.form_title}</StepTitle>
      {checkout.has_failed && <FailedTry text={failureText(texts, checkout.failure_code)} />}
      <form className="pay-form" noValidate onSubmit={(event) => void submit(event)}>
        {payer.countries.length > 1 && <Countries payer={payer} />}
        <Field
          ref={field}
          id="phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={texts.number}
          help={texts.number_help(names)}
          before={payer.calling_code === "" ? null : `+${payer.calling_code}`}
          after={payer.operator === null ? null : <span aria-hidden="true">{operatorName(payer.operator)}</span>}
          note={payer.operator === null ? "" : texts.operator_note(operatorName(payer.operator))}
          error={wrong === "undecided" ? null : wrongText(wrong, payer, names, texts)}
          value={payer.number}
          format={payer.format}
          onValue={(text) => {
            payer.type(text);
            setWrong(null);
          }}
        />
        {judgement.kind === "undecided" && (
          <Operators payer={payer} is_wrong={wrong === "undecided"} first={operator} />
        )}
        <Button type="submit" tone="main" is_busy={is_busy}>
          {is_busy ? texts.paying : texts.pay(sum)}
        </Button>
        <p className="problem" role="alert">
          {problem !== null && !is_lost && texts[problem]}
        </p>
        <p className="fine">{texts.pin_note}</p>
      </form>
      <footer className="step-footer">
        <TimeToPay expires_at={checkout.expires_at} ahead_ms={ahead_ms} />
        <CancelPayment following={following} />
      </footer>
      {checkout.sandbox && <SandboxNumbers numbers={checkout.sandbox_numbers} payer={payer} />}
    </section>
  );
}

function problemOf(answer: Answer<Checkout> | null): Problem | null {
  if (answer?.kind === "later") return "too_often";
  if (answer?.kind === "lost") return "not_sent";
  // A refusal without fields usually means that the payment has changed state; this form then disappears.
  return answer?.kind === "refused" && answer.fields.length === 0 ? "not_started" : null;
}

function Impossible(props: { readonly is_first: boolean; readonly title: string; readonly text: string }) {
  return (
    <section className="step">
      <StepTitle is_first={props.is_first}>{props.title}</StepTitle>
      <p>{props.text}</p>
    </section>
  );
}

function wrongText(
  wrong: Judgement["kind"] | "refused" | null,
  { judgement, country }: Payer,
  names: string,
  texts: Texts,
): string | null {
  if (wrong === null || wrong === "right" || wrong === "undecided") return null;
  if (wrong === "malformed") return country === "CM" ? texts.wrong.malformed_cm : texts.wrong.malformed;
  if (wrong !== "not_served") return texts.wrong[wrong];
  return judgement.kind === "not_served" ? texts.wrong.not_served(operatorName(judgement.operator), names) : null;
}

function FailedTry({ text }: { readonly text: string }) {
  const texts = useTexts(TEXTS);
  return (
    <div className="failed-try" role="alert">
      <StatusShape kind="failed" />
      <p>
        <strong>{texts.failed_try}</strong> {text}
      </p>
    </div>
  );
}

function Countries({ payer }: { readonly payer: Payer }) {
  const texts = useTexts(TEXTS);
  const { language } = useLanguage();
  const names = new Intl.DisplayNames([language], { type: "region" });
  return (
    <div className="field">
      <label htmlFor="country">{texts.country}</label>
      <div className="field-frame">
        <select id="country" value={payer.country} onChange={(event) => payer.move(event.currentTarget.value)}>
          {payer.countries.map((country) => (
            <option key={country} value={country}>
              {names.of(country) ?? country}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface OperatorsProps {
  readonly payer: Payer;
  readonly is_wrong: boolean;
  /** The input that gets the focus if no network is selected. */
  readonly first: Ref<HTMLInputElement>;
}

function Operators({ payer, is_wrong, first }: OperatorsProps) {
  const texts = useTexts(TEXTS);
  const choices: readonly Channel[] = choicesOf(payer.channels.filter(({ country }) => country === payer.country));
  return (
    <fieldset className="operators" aria-describedby={is_wrong ? "operators-error" : undefined}>
      <legend className="legend">{texts.operator_choice}</legend>
      {choices.map((channel, at) => (
        <label key={channel.id} className="operator">
          <input
            ref={at === 0 ? first : null}
            type="radio"
            name="channel"
            value={channel.id}
            checked={payer.chosen === channel.id}
            onChange={() => payer.choose(channel.id)}
          />
          {channel.name}
        </label>
      ))}
      {is_wrong && (
        <p className="field-error" id="operators-error">
          {texts.wrong.undecided}
        </p>
      )}
    </fieldset>
  );
}

// With hours left, the payer does not need to see the time.
const TELL_BELOW_MS = 15 * 60_000;

function TimeToPay({ expires_at, ahead_ms }: { readonly expires_at: string; readonly ahead_ms: number }) {
  const texts = useTexts(TEXTS);
  const left_ms = instantMs(expires_at) - useServerClock(ahead_ms);
  if (left_ms > TELL_BELOW_MS) return null;
  return (
    <p className="fine">
      {texts.time_to_pay} <span role="timer">{formatTimeLeft(left_ms)}</span>
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
