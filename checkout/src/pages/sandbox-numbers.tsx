import { formatPhone } from "@kolo/ui/format-phone.ts";
import { useTranslation } from "@kolo/ui/language.tsx";
import type { SandboxNumber } from "#app/checkout.ts";
import { MESSAGES, outcomeText } from "#i18n/messages.ts";
import type { Payer } from "./use-payer.ts";

/** The sandbox's test numbers, as buttons. */
export function SandboxNumbers({
  numbers,
  payer,
}: {
  readonly numbers: readonly SandboxNumber[];
  readonly payer: Payer;
}) {
  const messages = useTranslation(MESSAGES);
  const country_numbers = numbers.filter(({ phone }) => phone.startsWith(`+${payer.calling_code}`));
  if (country_numbers.length === 0) return null;
  return (
    <section className="sandbox" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">{messages.sandbox_title}</h2>
      <p className="field-help">{messages.sandbox_help}</p>
      <ul>
        {country_numbers.map(({ phone, outcome }) => (
          <li key={phone}>
            <button
              type="button"
              className="sandbox-number"
              aria-pressed={payer.e164 === phone}
              onClick={() => payer.setFullNumber(phone)}
            >
              <span>{outcomeText(messages, outcome)}</span>
              <span className="phone">
                {formatPhone(phone, payer.calling_code).replace(`+${payer.calling_code}\u00a0`, "")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
