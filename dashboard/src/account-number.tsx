import { useTexts } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { PhoneOf } from "./cells.tsx";
import { useDeed } from "./deed.tsx";
import { textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { isHidden } from "./record-forms.ts";

const en = { show: "Show the whole number" };
const fr: typeof en = { show: "Afficher le numéro complet" };

/**
 * The phone or account number of a beneficiary or transfer. In live, the service sends only the last digits of an account
 * number. The whole number requires a second factor and a recent step-up.
 */
export function AccountNumber({ id, number }: { readonly id: string; readonly number: string }) {
  const words = useTexts({ en, fr });
  const place = usePlace();
  const [whole, setWhole] = useState<string | null>(null);
  const { trouble, act } = useDeed();
  async function read(): Promise<void> {
    const answer = await act(() => place.ask("POST", `/account-numbers/${encodeURIComponent(id)}`));
    if (answer.is_ok) setWhole(textOf(answer.body, "account_number"));
  }
  return (
    <>
      <PhoneOf number={whole ?? number} />
      {whole === null && isHidden(number) && place.may("export") && (
        <>
          {" "}
          <button type="button" className="copy" onClick={() => void read()}>
            {words.show}
          </button>
          {trouble}
        </>
      )}
    </>
  );
}
