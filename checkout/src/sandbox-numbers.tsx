import { formatPhone } from "@kolo/ui/format-phone.ts";
import { useTexts } from "@kolo/ui/language.tsx";
import type { SandboxNumber } from "./checkout.ts";
import { outcomeText, TEXTS } from "./texts.ts";
import type { Payer } from "./use-payer.ts";

/** The sandbox's test numbers, as buttons. */
export function SandboxNumbers({
  numbers,
  payer,
}: {
  readonly numbers: readonly SandboxNumber[];
  readonly payer: Payer;
}) {
  const texts = useTexts(TEXTS);
  if (numbers.length === 0) return null;
  return (
    <section className="sandbox" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">{texts.sandbox_title}</h2>
      <p className="field-help">{texts.sandbox_help}</p>
      <ul>
        {numbers.map(({ phone, outcome }) => (
          <li key={phone}>
            <button
              type="button"
              className="sandbox-number"
              aria-pressed={payer.e164 === phone}
              onClick={() => payer.take(phone)}
            >
              <span>{outcomeText(texts, outcome)}</span>
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
