import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import { ask } from "./api.ts";
import { Form } from "./form.tsx";
import { itemOf, numberOf } from "./items.ts";
import { PasskeyButton } from "./passkey-parts.tsx";
import { usePasskeyWords } from "./passkey-texts.ts";
import { usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Dialog } from "./shell-parts.tsx";

/** Asks once more who one is: for a code where there is a second factor, else for the password. */
export function Proof({ onEnd }: { readonly onEnd: (is_given: boolean) => void }) {
  const words = useSelfWords();
  const passkey = usePasskeyWords();
  const { me } = usePlace();
  const [text, setText] = useState("");
  const profile = itemOf(me, "profile");
  const name = profile.has_second_factor === true ? "code" : "password";
  const has_passkey = numberOf(profile, "passkeys") > 0;
  return (
    <Dialog title={words.proof_title} onClose={() => onEnd(false)}>
      <p className="quiet">{words.proof_help}</p>
      {has_passkey && <PasskeyButton at="/me/proof/passkey" onDone={() => onEnd(true)} />}
      <Form
        tone={has_passkey ? "plain" : "main"}
        label={words.proof_title}
        button={words.go_on}
        send={() => ask("POST", "/me/proof", { [name]: text })}
        onDone={() => onEnd(true)}
      >
        {(errors) => (
          <Field
            label={words[name]}
            {...(name === "code" ? { help: profile.has_app === true ? words.code_help : passkey.recovery_help } : {})}
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
