import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { Answer, ApiResponse, FailedResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { Passkey } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { addPasskey, hasPasskeys, signWithPasskey } from "#app/webauthn.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { usePasskeyMessages } from "#i18n/passkey-messages.ts";
import { Time } from "./cells.tsx";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { Form } from "./form.tsx";
import { Notice } from "./page-elements.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { actionErrorText } from "./use-action.tsx";

/**
 * Signs in or completes a step-up with a passkey, instead of the fields below it. Renders nothing if the browser cannot
 * use passkeys.
 */
export function PasskeyButton({ at, onDone }: { readonly at: "sign-in" | "me/proof"; readonly onDone: () => void }) {
  const messages = usePasskeyMessages();
  const all = useAccountMessages();
  const [error_text, setErrorText] = useState("");
  const [is_busy, setBusy] = useState(false);
  if (!hasPasskeys()) return null;
  async function signIn(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const response = await signWithPasskey(at);
    setBusy(false);
    if (response?.is_ok) onDone();
    else setErrorText(response === null ? messages.let_be : actionErrorText(response, all));
  }
  return (
    <div className="passkey">
      {error_text !== "" && <Notice tone="bad">{error_text}</Notice>}
      <Button is_busy={is_busy} onClick={() => void signIn()}>
        {messages.sign_in}
      </Button>
      <p className="quiet">{messages.or}</p>
    </div>
  );
}

/** The user's passkeys with name and last use, and a form to add one. */
export function Passkeys() {
  const messages = usePasskeyMessages();
  const context = useMerchantContext();
  const query = useApi("GET /me/passkeys", {});
  const items = query.data?.items ?? [];
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function changed(): Promise<void> {
    query.reload();
    await context.refresh();
  }
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{messages.passkeys}</h2>
      <p className="quiet">{messages.help}</p>
      {codes !== null && <Notice>{messages.added}</Notice>}
      {codes !== null && codes.length > 0 && <RecoveryCodes codes={codes} />}
      <ul className="rows">
        {items.map((item) => (
          <PasskeyRow key={item.id} item={item} onRemoved={() => void changed()} />
        ))}
      </ul>
      {query.data && items.length === 0 && <p className="quiet">{messages.none}</p>}
      {hasPasskeys() ? (
        <AddPasskey
          onAdded={(recovery_codes) => {
            setCodes(recovery_codes);
            void changed();
          }}
        />
      ) : (
        <p className="quiet">{messages.nowhere}</p>
      )}
    </section>
  );
}

function PasskeyRow({ item, onRemoved }: { readonly item: Passkey; readonly onRemoved: () => void }) {
  const messages = usePasskeyMessages();
  const context = useMerchantContext();
  const { last_used_at, name } = item;
  return (
    <li>
      <span>
        {name}
        <br />
        <span className="quiet">
          {last_used_at === null ? (
            messages.never
          ) : (
            <>
              {messages.used} <Time at={last_used_at} />
            </>
          )}
        </span>
      </span>
      <ConfirmButton
        label={messages.remove(name)}
        title={messages.remove_sure}
        subject={name}
        hint={messages.remove_hint}
        button={messages.remove_button}
        action={() => context.send("DELETE /me/passkeys/{id}", { params: { id: item.id } })}
        onDone={onRemoved}
      />
    </li>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: (recovery_codes: readonly string[]) => void }) {
  const messages = usePasskeyMessages();
  const context = useMerchantContext();
  const [name, setName] = useState("");
  const check_errors: Readonly<Record<string, string>> = name.trim() === "" ? { name: messages.name_needed } : {};
  async function send(): Promise<ApiResponse<Answer<"POST /me/passkeys">>> {
    return (await addPasskey(name.trim(), context.send)) ?? canceledResponse(messages.let_be);
  }
  return (
    <Form
      {...{ label: messages.add, button: messages.add, tone: "plain", send }}
      check={() => check_errors}
      onDone={({ body }) => {
        setName("");
        onAdded(body.recovery_codes);
      }}
    >
      {(errors) => (
        <Field {...{ label: messages.name, error: errors.name, name: "name", value: name, onValue: setName }} />
      )}
    </Form>
  );
}

function canceledResponse(message: string): FailedResponse {
  return {
    ...{ status: 400, is_ok: false, body: {}, message, errors: {} },
    ...{ request_id: "", retry_after_s: null },
  };
}
