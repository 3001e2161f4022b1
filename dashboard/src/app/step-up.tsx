import { Field } from "@kolo/ui/field.tsx";
import { type ReactNode, useRef, useState } from "react";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { usePasskeyMessages } from "#i18n/passkey-messages.ts";
import { Form } from "#ui/form.tsx";
import { Dialog } from "#ui/page-elements.tsx";
import { PasskeyButton } from "#ui/passkeys.tsx";
import { sendOperation } from "./api.ts";
import { type RequestStepUp, useMerchantContext } from "./merchant-context.ts";

/** The step-up dialog and the function that opens it. All requests that need a step-up share one dialog. */
export function useStepUp(): { readonly dialog: ReactNode; readonly requestStepUp: RequestStepUp } {
  const pending = useRef<((is_proved: boolean) => void)[]>([]);
  const [is_open, setOpen] = useState(false);
  function requestStepUp(): Promise<boolean> {
    return new Promise((resolve) => {
      pending.current.push(resolve);
      setOpen(true);
    });
  }
  function end(is_proved: boolean): void {
    setOpen(false);
    for (const resolvePending of pending.current.splice(0)) resolvePending(is_proved);
  }
  return { dialog: is_open && <StepUpDialog onEnd={end} />, requestStepUp };
}

/** The step-up: asks for a code if the user has a second factor, else for the password. */
function StepUpDialog({ onEnd }: { readonly onEnd: (is_proved: boolean) => void }) {
  const messages = useAccountMessages();
  const passkey = usePasskeyMessages();
  const { me } = useMerchantContext();
  const [text, setText] = useState("");
  const profile = me.profile;
  const name = profile.has_second_factor ? "code" : "password";
  const has_passkey = profile.passkeys > 0;
  return (
    <Dialog title={messages.proof_title} onClose={() => onEnd(false)}>
      <p className="quiet">{messages.proof_help}</p>
      {has_passkey && <PasskeyButton at="me/proof" onDone={() => onEnd(true)} />}
      <Form
        tone={has_passkey ? "plain" : "main"}
        label={messages.proof_title}
        button={messages.go_on}
        send={() => sendOperation("POST /me/proof", { body: { [name]: text } })}
        onDone={() => onEnd(true)}
      >
        {(errors) => (
          <Field
            label={messages[name]}
            {...(name === "code" ? { help: profile.has_app ? messages.code_help : passkey.recovery_help } : {})}
            error={errors[name]}
            name={name}
            type={name === "password" ? "password" : "text"}
            autoComplete={name === "password" ? "current-password" : "one-time-code"}
            value={text}
            onValue={setText}
          />
        )}
      </Form>
    </Dialog>
  );
}
