import { Field } from "@kolo/ui/field.tsx";
import { type ReactNode, useRef, useState } from "react";
import { ask } from "./api.ts";
import { Form } from "./form.tsx";
import { itemOf, numberOf } from "./items.ts";
import { PasskeyButton } from "./passkey-parts.tsx";
import { usePasskeyWords } from "./passkey-texts.ts";
import { type AskProof, usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Dialog } from "./shell-parts.tsx";

/** The step-up dialog and the function that opens it. One answer serves all requests that wait for it. */
export function useProof(): { readonly proof: ReactNode; readonly askProof: AskProof } {
  const waiting = useRef<((is_given: boolean) => void)[]>([]);
  const [is_asked, setAsked] = useState(false);
  function askProof(): Promise<boolean> {
    return new Promise((resolve) => {
      waiting.current.push(resolve);
      setAsked(true);
    });
  }
  function end(is_given: boolean): void {
    setAsked(false);
    for (const answer of waiting.current.splice(0)) answer(is_given);
  }
  return { proof: is_asked && <Proof onEnd={end} />, askProof };
}

/** The step-up: asks for a code if the user has a second factor, else for the password. */
function Proof({ onEnd }: { readonly onEnd: (is_given: boolean) => void }) {
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
