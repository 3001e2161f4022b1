import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useMerchantContext } from "#app/merchant-context.ts";
import { PhoneNumber } from "./cells.tsx";
import { isMasked } from "./record-forms.ts";
import { useAction } from "./use-action.tsx";

const en = { show: "Show the whole number" };
const fr: typeof en = { show: "Afficher le numéro complet" };

/**
 * The phone or account number of a beneficiary or transfer. In live, the service returns only the last digits of an
 * account number. To see all digits, the user needs a second factor and a recent step-up.
 */
export function AccountNumber({ id, number }: { readonly id: string; readonly number: string }) {
  const messages = useTranslation({ en, fr });
  const context = useMerchantContext();
  const [full_number, setFullNumber] = useState<string | null>(null);
  const { error, run } = useAction();
  async function reveal(): Promise<void> {
    const response = await run(() => context.send("POST /{environment}/account-numbers/{id}", { params: { id } }));
    if (response.is_ok) setFullNumber(response.body.account_number);
  }
  return (
    <>
      <PhoneNumber number={full_number ?? number} />
      {full_number === null && isMasked(number) && context.hasRight("export") && (
        <>
          {" "}
          <button type="button" className="copy" onClick={() => void reveal()}>
            {messages.show}
          </button>
          {error}
        </>
      )}
    </>
  );
}
